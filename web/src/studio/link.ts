// A whole definition as a link: its files, compressed, behind the #, which browsers keep to themselves. The form says
// which version it is and carries a check sum (that of gzip), so a damaged link is refused and never half a game.
import type { Files } from './files'

const VERSION = '1.'
const MOST = 8 << 20 // bytes of text: a link of a few letters must not fill the memory

export class BadLink extends Error {}

async function through(bytes: Uint8Array, by: GenericTransformStream, most = Infinity): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(by).getReader()
  const parts: Uint8Array[] = []
  let n = 0
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array }
    if (done) break
    n += value!.length
    if (n > most) {
      void reader.cancel()
      throw new BadLink()
    }
    parts.push(value!)
  }
  const whole = new Uint8Array(n)
  let at = 0
  for (const part of parts) (whole.set(part, at), (at += part.length))
  return whole
}

function toLetters(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 0x8000) binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function fromLetters(letters: string): Uint8Array {
  const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (c) => c.charCodeAt(0))
}

/** What stands behind the # of a link. */
export async function toLink(files: Files): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(files))
  return VERSION + toLetters(await through(text, new CompressionStream('gzip')))
}

const isFiles = (value: unknown): value is Files =>
  typeof value === 'object' && value !== null && !Array.isArray(value) &&
  Object.entries(value).every(([path, text]) => /^[\w .-]+$/.test(path) && typeof text === 'string')

/** The files of a link, of an address that ends with one, or a BadLink. */
export async function fromLink(link: string): Promise<Files> {
  const letters = link.trim().replace(/^[^#]*#/, '')
  if (!letters.startsWith(VERSION)) throw new BadLink()
  try {
    const bytes = await through(fromLetters(letters.slice(VERSION.length)), new DecompressionStream('gzip'), MOST)
    const files: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    if (!isFiles(files) || Object.keys(files).length === 0) throw new BadLink()
    return files
  } catch {
    throw new BadLink()
  }
}
