// Looking back: addresses of moments, what happened at one, and which to look at for an overview.
import type { Step } from '../protocol'

export interface Address {
  link: string
  n: number | null // null: from the beginning
}

/** "LINK@12", also with a whole address before it: what stands before the last of # / = is none of the link. */
export function addressOf(text: string): Address {
  const [link = '', n = ''] = text.trim().replace(/^.*[#/=]/s, '').split('@')
  return { link, n: /^\d+$/.test(n) ? Number(n) : null }
}

export const fragmentOf = (link: string, n: number) => `#${link}${n > 0 ? `@${n}` : ''}`

/** What led to a moment: the last that is known to have happened until then. */
export function stepAt(steps: Step[], n: number): Step | null {
  return steps.findLast((s) => s.n <= n) ?? null
}

/** Moments from 0 to `of`, spread evenly, both ends included, at most so many. */
export function spread(of: number, most: number): number[] {
  const count = Math.min(most, of + 1)
  if (count < 2) return [0]
  return Array.from({ length: count }, (_, i) => Math.round((i * of) / (count - 1)))
}
