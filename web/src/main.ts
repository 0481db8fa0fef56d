// Starts the page. What is done where a part of it fails to come stands in public/begin.js.
import { mount } from 'svelte'
import './theme.css'
import './print.css'
import { learn, settings } from './settings.svelte'
import App from './ui/App.svelte'

const start = () => mount(App, { target: document.getElementById('page')! })
learn(settings.language).then(start, start) // rather in English than not at all
