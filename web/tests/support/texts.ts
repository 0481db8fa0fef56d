// Where the texts of a drawing stand: pure arithmetic on what the drawing says, no browser.
export interface PlacedText {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

interface Frame {
  x: number
  y: number
  k: number
}

function number(tag: string, name: string): number {
  const at = tag.indexOf(` ${name}="`)
  return at < 0 ? 0 : parseFloat(tag.slice(at + name.length + 3))
}

function moved(frame: Frame, tag: string): Frame {
  const { x, y, k } = frame
  const [, dx, dy] = /translate\(([-\d.]+) ([-\d.]+)\)/.exec(tag) ?? []
  const [, scale] = /scale\(([-\d.]+)\)/.exec(tag) ?? []
  return { x: x + k * Number(dx ?? 0), y: y + k * Number(dy ?? 0), k: k * Number(scale ?? 1) }
}

/** All texts of an SVG of nested groups with translations and scales, as drawings here are. */
export function textsOf(svg: string): PlacedText[] {
  const found: PlacedText[] = []
  const frames: Frame[] = [{ x: 0, y: 0, k: 1 }]
  for (const part of svg.matchAll(/<(\/?)(g|svg|text)\b[^>]*>([^<]*)/g)) {
    const [whole, closing, name, inner] = part
    if (name !== 'text') {
      if (closing) frames.pop()
      else frames.push(moved(frames.at(-1)!, whole))
      continue
    }
    if (closing) continue
    const { x, y, k } = frames.at(-1)!
    const size = number(whole, 'font-size')
    const left = x + k * number(whole, 'x')
    const base = y + k * number(whole, 'y')
    const right = left + k * number(whole, 'textLength')
    found.push({ text: inner!, left, right, top: base - k * size * 0.75, bottom: base + k * size * 0.25 })
  }
  if (frames.length !== 1) throw new Error('groups are not closed')
  return found
}
