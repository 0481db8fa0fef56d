// An engine of the studio in a Worker of its own. Its tables live in its memory alone: a change is done when it is
// made, and all of them end with the page. Between two pieces of work it listens.
import type { FromStudio, ToStudio } from './words'
import { StudioModule } from './module'

const TICK = 1000
const SLICE = 12 // milliseconds of work, then what came is read
const PAUSE = 300 // in typing, before the language server reads every configuration

const say = (m: FromStudio) => postMessage(m)
const text = new TextDecoder()
let engine: StudioModule | null = null
let quiet: ReturnType<typeof setTimeout> | undefined

function start(module: WebAssembly.Module): StudioModule {
  const made = new StudioModule(module, {
    deliver: (to, status, _type, bytes) =>
      say(status ? { t: 'answer', id: to, status, text: text.decode(bytes) } :
        { t: 'message', c: to, text: text.decode(bytes) }),
    drop: (c) => say({ t: 'drop', c }),
    edit: (message) => say({ t: 'edit', text: message }),
    report: (what) => console.error(what),
  })
  setInterval(() => (made.tick(), work(made)), TICK)
  return made
}

let working = false
function work(on: StudioModule) {
  if (working) return
  working = true
  const go = () => {
    const until = performance.now() + SLICE
    while (on.step()) if (performance.now() > until) return void setTimeout(go)
    working = false
  }
  go()
}

function join(on: StudioModule, c: number, table: string) {
  on.join(c, table)
  say({ t: 'joined', c })
}

function edit(on: StudioModule, message: string) {
  on.edit(message)
  clearTimeout(quiet)
  quiet = setTimeout(() => on.editQuiet(), PAUSE)
}

function take(on: StudioModule, m: ToStudio) {
  if (m.t === 'ask') on.ask(m.id, m.what, m.body)
  else if (m.t === 'put') on.put(m.path, m.text)
  else if (m.t === 'remove') on.remove(m.path)
  else if (m.t === 'edit') edit(on, m.text)
  else if (m.t === 'get') on.get(m.id, m.path, m.lang)
  else if (m.t === 'post') on.post(m.id, m.path, m.body)
  else if (m.t === 'join') join(on, m.c, m.table)
  else if (m.t === 'says') on.says(m.c, m.table, m.text)
  else if (m.t === 'leave') on.leave(m.c, m.table)
  work(on)
}

addEventListener('message', ({ data }: MessageEvent<ToStudio>) => {
  try {
    if (data.t === 'start') engine = start(data.module)
    else if (engine) take(engine, data)
  } catch (error) {
    console.error(error)
    say({ t: 'failed', why: 'broken' })
  }
})
