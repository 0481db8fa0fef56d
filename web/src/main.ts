// Starts the page.
import { mount } from 'svelte'
import './theme.css'
import './print.css'
import { learn, settings } from './settings.svelte'
import App from './ui/App.svelte'

const start = () => mount(App, { target: document.getElementById('page')! })
learn(settings.language).then(start, start) // rather in English than not at all
