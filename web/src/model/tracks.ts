// Tracks as bars: where they stand, what their steps bring, what comes next.
import type { View } from '../protocol'
import { isHidden, pictureOf, tintOf, titleOf, type Game, type Style } from './game'

export interface TrackMark {
  at: number
  part: number // of the way, 0 to 1
  text: string
  reached: boolean
}

export interface TrackPlan {
  title: string
  tint: string
  style: Style | undefined // of its picture
  low: number
  high: number
  perPlayer: boolean
  marks: TrackMark[]
  places: { seat: number | null; at: number; part: number; lap: number | null }[]
  next: TrackMark | null
}

export function tracksOf(game: Game, view: View): TrackPlan[] {
  return game.about.tracks.flatMap((track, i) => {
    if (isHidden(track)) return []
    const span = track.high - track.low || 1
    const part = (at: number) => Math.min(1, Math.max(0, (at - track.low) / span))
    const positions = view.tracks[i] ?? []
    const furthest = Math.max(...positions, track.low)
    const marks = track.marks.map(([at, text]) => ({ at, part: part(at), text, reached: !track.loop && furthest >= at }))
    return {
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
