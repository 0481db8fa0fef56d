// What a beat says in the banner: the words of its log up to the first amount, and what really changed as signs. And what
// happened since one's own last move, for whoever looks away for a while.
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
    return change ? [{ seat, count: change.count, by: part.by, name: change.name, style: change.style, rate: change.of !== '' }] : []
  }
  if (part.what === 'track') {
    const track = game.about.tracks[part.track]
    return track ? [{ seat: part.seat ?? -1, count: count(part.by), by: part.by, name: titleOf(track), style: pictureOf(track.look, 'tint-accent'), rate: false }] : []
  }
  return []
}

/** What changed, each number once; `actor` stands for what is nobody's. */
export function effectsOf(game: Game, lines: LogLine[], actor: number): Effect[] {
  const all = lines.flatMap((line) => (line.parts ?? []).flatMap((part) => effectOf(game, part)))
  return all.map((e) => (e.seat < 0 ? { ...e, seat: actor } : e)).slice(0, 8)
}

/** A line of the log, or the heading of a round. */
export type Entry = { i: number; line: LogLine } | { i: number; heading: string }

/** Where the own last line is: what stands behind it happened since. */
export const sinceOwn = (log: LogLine[], own: number | null): number =>
  own === null ? -1 : log.findLastIndex((line) => line.seat === own)
