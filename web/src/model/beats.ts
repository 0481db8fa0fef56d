// What a beat says in the banner: the words of its log up to the first amount, and what really changed as signs. And
// the log with headings, so that whoever looked away finds what happened since.
import type { LogLine, Part } from '../protocol'
import { changeOf } from './data'
import { pictureOf, titleOf, type Game, type Style } from './game'

export interface Effect {
  seat: number
  count: string // "+3", "−8"
  by: number
  name: string
  style: Style | undefined
  rate: boolean // of what is made each round
}

const count = (by: number) => (by > 0 ? `+${by}` : `−${-by}`)

/** The line that says what was done, without the amounts that are drawn behind it. */
export function saidOf(lines: LogLine[], seat: number): LogLine | null {
  const line = lines.find((l) => l.seat === seat) ?? lines[0]
  if (!line) return null
  const first = line.spans?.find(([, , kind]) => kind === 'amount' || kind === 'number')
  if (!first || !line.parts?.length) return line
  let end = first[0]
  while (end > 0 && ' :,+-−('.includes(line.text.charAt(end - 1))) end--
  const spans = line.spans?.filter(([at, length]) => at + length <= end)
  return end === 0 ? line : { ...line, text: line.text.slice(0, end), ...(spans && { spans }) }
}

function effectOf(game: Game, part: Part): Effect[] {
  const seat = part.seat ?? -1
  if (part.what === 'number' && part.card === undefined && part.seat !== undefined) {
    const change = changeOf(game, [part.var, part.index ?? 0, part.by])
    if (!change) return []
    const { name, style } = change
    return [{ seat, count: change.count, by: part.by, name, style, rate: change.of !== '' }]
  }
  if (part.what === 'track') {
    const track = game.about.tracks[part.track]
    if (!track) return []
    const style = pictureOf(track.look, 'tint-accent')
    return [{ seat, count: count(part.by), by: part.by, name: titleOf(track), style, rate: false }]
  }
  return []
}

const MOST = 8 // effects there is room for

const concerns = (part: Part, own: number | null) => own !== null && part.seat === own

/** What changed, each number once; `actor` stands for what is nobody's. Nothing of `own` is left out for want of
    room: it comes first. */
export function effectsOf(game: Game, lines: LogLine[], actor: number, own: number | null = null): Effect[] {
  const first = lines.findIndex((l) => l.seat === actor)
  const from = Math.max(0, first)
  const near = from + 2 + game.about.seats.length
  const partsOf = (some: LogLine[]) => some.flatMap((line) => line.parts ?? [])
  const parts = [...partsOf(lines.slice(from)).filter((part) => concerns(part, own)),
    ...partsOf(lines.slice(from, near)).filter((part) => !concerns(part, own))]
  const all = parts.flatMap((part) => effectOf(game, part))
  return all.map((e) => (e.seat < 0 ? { ...e, seat: actor } : e)).slice(0, MOST)
}

/** Effects by whose they are: one's own first, then the actor's. */
export function groupsOf(
  effects: Effect[],
  actor: number,
  own: number | null = null,
): { seat: number; effects: Effect[] }[] {
  const seats = [...new Set([...(own === null ? [] : [own]), actor, ...effects.map((e) => e.seat)])]
  return seats.map((seat) => ({ seat, effects: effects.filter((e) => e.seat === seat) }))
    .filter((g) => g.effects.length > 0)
}

/** What others did from line `since` on, each thing once, without what nobody did: what changed something of `own`
    first, then the newest. */
export function othersSince(log: LogLine[], since: number, own: number | null): LogLine[] {
  const lines = since < 0 ? [] : log.slice(since).filter((line, i, all) => line.text && line.seat !== null &&
    line.seat !== own && !(i > 0 && isSame(all[i - 1]!, line)))
  const isMine = (line: LogLine) => line.parts?.some((part) => concerns(part, own)) ?? false
  return lines.reverse().sort((a, b) => Number(isMine(b)) - Number(isMine(a)))
}

/** A line of the log, with how often it was said in a row; or a heading: of a round, or of what one has not seen. */
export type Entry = { i: number; line: LogLine; times: number } | { i: number; heading: string; since: boolean }

const SHORT = 4 // lines: where rounds are shorter, their headings would be half of the log

const isSame = (a: LogLine, b: LogLine) => a.text === b.text && a.seat === b.seat

const said = new WeakMap<LogLine, Extract<Entry, { times: number }>>()

/** A line that was said once: the same object as before, so that a page does not draw it anew. */
function once(i: number, line: LogLine): Entry {
  const known = said.get(line)
  if (known?.i === i) return known
  const entry = { i, line, times: 1 }
  said.set(line, entry)
  return entry
}

/** The log with headings, and without empty lines and repetitions; from line `since` on one has not seen it. */
export function entriesOf(
  log: LogLine[],
  since: number,
  words: { round: (n: number) => string; since: string },
): Entry[] {
  let rounds = 0
  let counted: number | undefined
  for (const { round } of log) {
    if (round === undefined || round === counted) continue
    counted = round
    rounds++
  }
  const told = rounds > 0 && log.length / rounds >= SHORT
  const entries: Entry[] = []
  let round = 0
  let seen = since < 0 // the heading stands, or there is none
  log.forEach((line, i) => {
    if (!line.text) return
    const now = line.round ?? round
    const last = entries.at(-1)
    if (told && now !== round) entries.push({ i, heading: words.round(now), since: false })
    else if (last && 'line' in last && isSame(last.line, line) && (seen || i < since)) {
      entries[entries.length - 1] = { ...last, times: last.times + 1 }
      return
    }
    if (!seen && i >= since) {
      entries.push({ i, heading: words.since, since: true })
      seen = true
    }
    round = now
    entries.push(once(i, line))
  })
  return entries
}
