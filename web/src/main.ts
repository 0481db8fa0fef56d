// Starts the page.
import { mount } from 'svelte'
import './theme.css'
import './print.css'
import App from './ui/App.svelte'

mount(App, { target: document.getElementById('page')! })
