// Looking back: addresses of moments, and what happened at one.
import type { Step } from '../protocol'

export interface Address {
  link: string
  n: number | null // null: from the beginning
}

/** "LINK@12", also with a whole address before it: what stands before the last of # / = is none of the link. */
export function addressOf(text: string): Address {
  const begin = Math.max(...['#', '/', '='].map((sign) => text.trim().lastIndexOf(sign))) + 1
  const [link = '', n = ''] = text.trim().slice(begin).split('@')
  return { link, n: n !== '' && [...n].every((c) => c >= '0' && c <= '9') ? Number(n) : null }
}

export const fragmentOf = (link: string, n: number) => `#${link}${n > 0 ? `@${n}` : ''}`

/** What led to a moment: the last that is known to have happened until then. */
export function stepAt(steps: Step[], n: number): Step | null {
  return steps.findLast((s) => s.n <= n) ?? null
}
