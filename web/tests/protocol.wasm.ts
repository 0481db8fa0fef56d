// The protocol's tests (tests/serve/protocol.py) at desks in WebAssembly: for each server they start there is a new
// engine behind a network of a few lines, as they would find it at a server. Run by tests/page/test_protocol.sh.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer as createHttp, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { Engine } from '../src/engine/engine'

const { DESK_WASM, PYTHON, ROOT, TERRANE } = process.env
const TIME = 300000 // milliseconds, on a busy machine
/** The rest is of the server: files, heads, floods, doors, addresses, seeds that are in use. */
const ASKED = ['bad_tables', 'a_game_of_two', 'several_at_once', 'a_choice_as_one_path', 'lines_say_their_round',
  'whose_rule_and_what_was_forced', 'out_of_turn_and_stale', 'people', 'private_and_listed', 'undo', 'undo_alone',
  'taken_along', 'rematch', 'seeds', 'moments', 'scores', 'hindsight', 'replays', 'play_on']
const MAGIC = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TICK = 50
const MOST = 16 << 10 // bytes of a request, as at a server
const module = new WebAssembly.Module(readFileSync(DESK_WASM!))
const folder = join(ROOT!, 'games')
const games = readdirSync(folder).filter((g) => statSync(join(folder, g)).isDirectory())
const files = games.flatMap((g) => readdirSync(join(folder, g)).map((f) =>
  [`games/${g}/${f}`, readFileSync(join(folder, g, f))] as const))

class ManyEngine extends Engine {
  ofMany() {
    this.call('desk_of_many')
  }
}

const frame = (opcode: number, payload: Uint8Array) => {
  const n = payload.length
  const head = n < 126 ? Buffer.from([0x80 | opcode, n]) : n < 65536 ?
    Buffer.from([0x80 | opcode, 126, n >> 8, n & 255]) :
    Buffer.concat([Buffer.from([0x80 | opcode, 127]), Buffer.from(new BigUint64Array([BigInt(n)]).buffer).reverse()])
  return Buffer.concat([head, payload])
}

/** The payloads of masked frames; what is not whole stays. */
function* unframed(state: { bytes: Buffer }): Generator<[number, Buffer]> {
  for (;;) {
    const { bytes } = state
    if (bytes.length < 2) return
    const short = bytes[1]! & 127
    const at = short === 126 ? 4 : short === 127 ? 10 : 2
    if (bytes.length < at + 4) return
    const n = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
    if (bytes.length < at + 4 + n) return
    const mask = bytes.subarray(at, at + 4)
    const payload = Buffer.from(bytes.subarray(at + 4, at + 4 + n).map((b, i) => b ^ mask[i % 4]!))
    state.bytes = bytes.subarray(at + 4 + n)
    yield [bytes[0]! & 15, payload]
  }
}

/** A desk of its own with a network before it. */
class Desk {
  private next = 1
  private readonly waiting = new Map<number, ServerResponse>()
  private readonly sockets = new Map<number, Duplex>()
  private readonly engine = new ManyEngine(module, {
    deliver: (to, status, type, bytes) => {
      if (!status) return void this.sockets.get(to)?.write(frame(1, bytes))
      this.waiting.get(to)?.writeHead(status, { 'content-type': type ?? 'application/json' }).end(bytes)
      this.waiting.delete(to)
    },
    drop: (connection) => void this.sockets.get(connection)?.end(frame(8, new Uint8Array())),
  })
  private readonly http = createHttp((request, response) => void this.answer(request, response))
  private readonly ticking = setInterval(() => (this.engine.tick(), this.run()), TICK)

  constructor(ready: (port: number) => void) {
    for (const [path, bytes] of files) this.engine.put(path, bytes)
    this.engine.ofMany()
    this.http.on('upgrade', (request, socket) => this.join(request, socket))
    this.http.listen(0, '127.0.0.1', () => ready((this.http.address() as AddressInfo).port))
  }

  private run() {
    while (this.engine.step()) continue
  }

  private async answer(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    if (body.length > MOST) return void response.writeHead(413).end()
    const url = new URL(request.url!, 'http://desk')
    const from = this.next++
    const path = decodeURIComponent(url.pathname.slice('/api/'.length))
    this.waiting.set(from, response)
    if (request.method === 'POST') this.engine.post(from, path, body.toString())
    else this.engine.get(from, path, url.searchParams.get('lang') ?? '')
    this.run()
  }

  private join(request: IncomingMessage, socket: Duplex) {
    const key = createHash('sha1').update(request.headers['sec-websocket-key'] + MAGIC).digest('base64')
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `Sec-WebSocket-Accept: ${key}\r\nSec-WebSocket-Protocol: terrane.1\r\n\r\n`)
    const c = this.next++
    const table = request.url!.slice('/ws/'.length)
    const state = { bytes: Buffer.alloc(0) }
    this.sockets.set(c, socket)
    this.engine.join(c, table)
    const leave = () => {
      if (this.sockets.delete(c)) this.engine.leave(c, table)
      this.run()
    }
    socket.on('data', (bytes: Buffer) => {
      state.bytes = Buffer.concat([state.bytes, bytes])
      for (const [opcode, payload] of unframed(state))
        if (opcode === 1) this.engine.says(c, table, payload.toString())
        else if (opcode === 8) socket.end()
      this.run()
    })
    socket.on('close', leave).on('error', leave)
    this.run()
  }

  close() {
    clearInterval(this.ticking)
    this.http.close()
    this.http.closeAllConnections()
    for (const socket of this.sockets.values()) socket.destroy()
  }
}

it('is spoken at a desk in WebAssembly', async () => {
  const gate = createServer((asker: Socket) => {
    const desk = new Desk((port) => asker.write(`http://127.0.0.1:${port}/\n`))
    asker.on('close', () => desk.close()).on('error', () => {})
  })
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done))
  const env = { ...process.env, TERRANE: join(ROOT!, 'tests/page/stand_in.py'),
    PROGRAM: TERRANE, GATE: String((gate.address() as AddressInfo).port) }
  const tests = spawn(PYTHON!, [join(ROOT!, 'tests/serve/protocol.py'), ...ASKED], { env })
  let said = ''
  for (const stream of [tests.stdout, tests.stderr]) stream.on('data', (bytes) => (said += bytes))
  const code = await new Promise((done) => tests.on('close', done))
  gate.close()
  expect(code, said).toBe(0)
  for (const name of ASKED) expect(said).toContain(`ok ${name} `)
}, TIME)
