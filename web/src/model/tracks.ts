// Tracks as gauges: where they stand, what their steps bring, what comes next. One that all players share stands
// upright; one on which they race lies, a place for each step.
import type { Body } from '../draw/face'
import type { Track, View } from '../protocol'
import { isHidden, pictureOf, tintOf, titleOf, type Game, type Style } from './game'

export interface TrackMark {
  at: number
  part: number // of the way, 0 to 1
  text: string
  phrases: Body // the same to be drawn, where it can be
  reached: boolean
}

export interface TrackPlan {
  track: number
  races: boolean // players race on it, step by step; else it is read as a number
  title: string
  tint: string
  style: Style | undefined // of its picture
  low: number
  high: number
  step: number
  perPlayer: boolean
  marks: TrackMark[]
  places: { seat: number | null; at: number; part: number; lap: number | null }[]
  next: TrackMark | null
}

/** So many places can be told apart in a row. */
const MOST_PLACES = 40

/** Where the drawing of a track ends. One on which players get nowhere near the end is drawn as far as they may come
 *  soon. */
function endOf(track: Track, furthest: number): number {
  if (!track.per_player || track.loop || track.marks.length > 0) return track.high
  const needed = 1.25 * (furthest - track.low)
  const length = Array.from({ length: 12 }, (_, i) => [10, 20, 50][i % 3]! * 10 ** Math.floor(i / 3)).find(
    (n) => n >= needed,
  )
  return Math.min(track.high, track.low + (length ?? Infinity))
}

export function tracksOf(game: Game, view: View): TrackPlan[] {
  return game.about.tracks.flatMap((track, i) => {
    if (isHidden(track)) return []
    const positions = view.tracks[i] ?? []
    const furthest = Math.max(...positions, track.low)
    const span = endOf(track, furthest) - track.low || 1
    const part = (at: number) => Math.min(1, Math.max(0, (at - track.low) / span))
    const marks = track.marks.map(([at, text, phrases = []]) => ({
      at,
      part: part(at),
      text,
      phrases: phrases.some((p) => p.v === 'text') ? [] : phrases,
      reached: !track.loop && furthest >= at,
    }))
    const { per_player, loop, high, low, step } = track
    return {
      track: i,
      races: per_player && (loop || marks.length > 0 || (high - low) / step < MOST_PLACES),
      step,
      title: titleOf(track),
      tint: tintOf(track.look, 'tint-accent'),
      style: pictureOf(track.look, 'tint-accent'),
      low: track.low,
      high: track.high,
      perPlayer: track.per_player,
      marks,
      places: positions.map((at, seat) => ({
        seat: track.per_player ? seat : null,
        at,
        part: part(at),
        lap: track.loop ? (view.laps[i]?.[seat] ?? 0) : null,
      })),
      next: track.per_player ? null : (marks.find((m) => !m.reached) ?? null),
    }
  })
}
