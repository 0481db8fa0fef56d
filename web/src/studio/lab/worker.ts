// A Worker that plays a part of many games, or puts parts together. One piece of work at a time; whoever cannot wait
// for the end of a long game ends the Worker.
import { StudioModule } from '../module'
import type { Entry, FromLab, Side, ToLab } from './words'

const say = (m: FromLab) => postMessage(m, { transfer: 'bytes' in m ? [m.bytes.buffer as ArrayBuffer] : [] })
let engine: StudioModule | null = null
let began = 0
const put = new Map<Side, string[]>()

function start(module: WebAssembly.Module): StudioModule {
  return new StudioModule(module, {
    deliver: (to, status, _type, bytes) => say({ id: to, status, bytes, took: performance.now() - began }),
    drop: () => {},
    edit: () => {},
    report: (what) => console.error(what),
  })
}

function begin(on: StudioModule, id: number, side: Side, { files, body }: Entry) {
  for (const path of put.get(side) ?? []) on.remove(path)
  put.set(side, Object.keys(files))
  for (const [path, text] of Object.entries(files)) on.put(path, text)
  on.labBegin(id, JSON.stringify({ side, ...body }))
}

function take(on: StudioModule, m: ToLab) {
  if (m.t === 'begin') begin(on, m.id, m.side, m.entry)
  else if (m.t === 'play') on.labPlay(m.id, m.side, m.first, m.n)
  else if (m.t === 'all') on.labAll(m.id, m.side)
  else if (m.t === 'report') on.labReport(m.id)
  else if (m.t === 'forget') on.labForget(m.side)
  else if (m.t === 'add') for (const part of m.parts) if (!on.labAdd(m.side, part)) throw new Error('a part of others')
}

addEventListener('message', ({ data }: MessageEvent<ToLab>) => {
  began = performance.now()
  try {
    if (data.t === 'start') engine = start(data.module)
    else if (engine) take(engine, data)
  } catch (error) {
    console.error(error)
    say({ id: -1 })
  }
})
