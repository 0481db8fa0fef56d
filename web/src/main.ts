// Starts the page.
import { mount } from 'svelte'
import './theme.css'
import './print.css'
import { learn, settings } from './settings.svelte'
import App from './ui/App.svelte'

// A page that is open while the server gets a newer one asks for parts that are no longer there: it begins anew, once.
const AGAIN = 60000
window.addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('begun anew') ?? 0)
  if (Date.now() - last < AGAIN) return
  sessionStorage.setItem('begun anew', String(Date.now()))
  location.reload()
})

const start = () => mount(App, { target: document.getElementById('page')! })
learn(settings.language).then(start, start) // rather in English than not at all
