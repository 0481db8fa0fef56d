// Figures in words: numbers as the reader's language writes them, and what a change did (src/lab/findings.h says what
// is better or worse). Pure.
import type { StudioWords } from '../../messages/studio/en'
import type { Change, Figure, Finding, Interval } from './words'

export interface Writer {
  number(n: number, digits?: number): string
  share(n: number): string
  signed(n: number, digits?: number): string
}

export function writer(language: string): Writer {
  const form = (digits: number, more: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits, ...more })
  const usual = [form(0), form(1), form(2)]
  const signs = [form(0), form(1), form(2)].map((_, i) => form(i, { signDisplay: 'exceptZero' }))
  return {
    number: (n, digits = 1) => usual[digits]!.format(n),
    share: (n) => `${usual[1]!.format(100 * n)} %`,
    signed: (n, digits = 1) => signs[digits]!.format(n),
  }
}

export interface Said {
  topic: string
  verdict: keyof StudioWords['lab']['verdict']
  text: string
}

/** A change with half of its interval. */
const by = (w: Writer, f: Figure, scale: number) =>
  `${w.signed(scale * f.change)} ± ${w.number((scale * (f.high - f.low)) / 2)}`

/** What is not clear: how large it may be, and what would tell. */
function open(m: StudioWords['lab']['says'], w: Writer, f: Figure, what: string, scale: number): string {
  if (f.low === f.high && f.change === 0) return what
  const may = m.open(what, w.signed(scale * f.low), w.signed(scale * f.high))
  return f.more_games > 0 ? `${may}; ${m.more(w.number(f.more_games, 0))}` : may
}

type Speak = (m: StudioWords['lab'], w: Writer, f: Figure, name: (seat: number) => string, seats: number) => string

const seat: Speak = (m, w, f, name, seats) => {
  const who = name(f.seat ?? 0)
  if (!f.clear) return open(m.says, w, f, f.change === 0 ? m.says.seatSame : m.says.seatOpen(who), 100)
  const said = m.says.seat(who, w.share(f.new), w.share(f.old), by(w, f, 100))
  return seats > 1 ? `${said}; ${m.says.even(w.share(1 / seats))}` : said
}

const tension: Speak = (m, w, f) => {
  const scale = f.about === 'decided' ? 100 : 1
  const [less, more, what] = m.says[f.about as 'changes' | 'decided' | 'lead'] as [string, string, string]
  return f.clear ? `${f.change > 0 ? more : less} (${by(w, f, scale)})` : open(m.says, w, f, what, scale)
}

const length: Speak = (m, w, f) => {
  const what = f.name === 'rounds' ? m.rounds : m.decisions
  return f.clear ? m.says.length(f.change > 0, w.number(f.new), what, w.number(f.old), by(w, f, 1)) :
    open(m.says, w, f, what, 1)
}

const points: Speak = (m, w, f, name) => (f.clear ?
  m.says.points(name(f.seat ?? 0), w.number(f.new), w.number(f.old), by(w, f, 1)) :
  open(m.says, w, f, m.says.scoreOf(name(f.seat ?? 0)), 1))

const SPEAK: Record<Finding['topic'], Speak> = { fairness: seat, tension, length, points }

/** A line for each thing that designers ask. */
export function said(m: StudioWords['lab'], w: Writer, change: Change, names: readonly string[]): Said[] {
  const lines = change.findings.map(({ topic, verdict, figure }): Said => {
    const f = change.figures[figure]!
    const same = verdict === 'open' && f.change === 0 && f.low === f.high
    return { topic: m.topic[topic === 'fairness' && names.length < 2 ? 'winning' : topic],
      verdict: same ? 'same' : verdict, text: SPEAK[topic](m, w, f, (s) => names[s] ?? '', names.length) }
  })
  const { both, had, wins, dead_old, dead_new } = change.counts
  if (both > 0 && change.figures.length > 0) {
    const dead = dead_old !== dead_new ? `; ${m.says.dead(dead_new, dead_old)}` : ''
    const verdict = had + wins > 0 ? 'clear' : 'open'
    lines.push({ topic: m.topic.cards, verdict, text: m.says.cards(had, both, wins) + dead })
  }
  return lines
}

/** Where an interval lies on an axis from 0 to 1. */
export const along = ([value, low, high]: Interval, least: number, most: number) => {
  const at = (n: number) => Math.max(0, Math.min(1, (n - least) / (most - least || 1)))
  return { value: at(value), low: at(low), high: at(high) }
}
