// How well one colour is read on another, as the guidelines for accessibility reckon it.
const part = (c: string, i: number): number => {
  const v = parseInt(c.length === 4 ? c.charAt(1 + i).repeat(2) : c.slice(1 + 2 * i, 3 + 2 * i), 16) / 255
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4
}
const light = (c: string): number => 0.2126 * part(c, 0) + 0.7152 * part(c, 1) + 0.0722 * part(c, 2)

/** Of two colours as #rgb or #rrggbb: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [light(a), light(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
