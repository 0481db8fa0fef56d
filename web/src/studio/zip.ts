// Archives of a few texts, written without compression and read with either way of packing that is in use.
const utf8 = new TextEncoder()
const text = new TextDecoder()
const HEAD = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
const END_SIZE = 22
const UTF8_NAMES = 0x800
const MOST = 16 << 20 // bytes that come out of an archive

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})
function checkSum(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const b of bytes) c = TABLE[(c ^ b) & 0xff]! ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((n, p) => n + p.length, 0))
  let at = 0
  for (const part of parts) (whole.set(part, at), (at += part.length))
  return whole
}

/** Fields of 2 and 4 bytes after one another, little end first. */
function fields(...of: [size: 2 | 4, value: number][]): Uint8Array {
  const bytes = new Uint8Array(of.reduce((n, [size]) => n + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of of) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

export function zip(files: Record<string, string>): Uint8Array {
  const parts: Uint8Array[] = []
  const list: Uint8Array[] = []
  let at = 0
  for (const [path, content] of Object.entries(files)) {
    const name = utf8.encode(path)
    const bytes = utf8.encode(content)
    const facts: [2 | 4, number][] = [[2, 20], [2, UTF8_NAMES], [2, 0], [2, 0], [2, 0x21], [4, checkSum(bytes)],
      [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]]
    parts.push(fields([4, HEAD], ...facts), name, bytes)
    list.push(fields([4, ENTRY], [2, 20], ...facts, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name)
    at += 30 + name.length + bytes.length
  }
  const directory = joined(list)
  const n = Object.keys(files).length
  return joined([...parts, directory, fields([4, END], [2, 0], [2, 0], [2, n], [2, n], [4, directory.length], [4, at],
    [2, 0])])
}

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** The files of an archive by their paths; an Error where it is none or damaged. */
export async function unzip(bytes: Uint8Array): Promise<[string, Uint8Array][]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let end = bytes.length - END_SIZE
  while (end >= 0 && view.getUint32(end, true) !== END) end--
  if (end < 0) throw new Error('no archive')
  const found: [string, Uint8Array][] = []
  let at = view.getUint32(end + 16, true)
  let total = 0
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('a damaged archive')
    const way = view.getUint16(at + 10, true)
    const sum = view.getUint32(at + 16, true)
    const packed = view.getUint32(at + 20, true)
    total += view.getUint32(at + 24, true)
    if (total > MOST) throw new Error('an archive of too much')
    const length = view.getUint16(at + 28, true)
    const path = text.decode(bytes.subarray(at + 46, at + 46 + length))
    const head = view.getUint32(at + 42, true)
    const from = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true)
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (path.endsWith('/')) continue
    const stored = bytes.subarray(from, from + packed)
    const content = way === 0 ? stored : await inflated(stored)
    if (checkSum(content) !== sum) throw new Error('a damaged archive')
    found.push([path, content])
  }
  return found
}
