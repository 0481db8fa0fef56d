// How long what others did is shown. Pure numbers: table/pacing.svelte.ts has the clock.
export type Pace = 'off' | 'quick' | 'normal' | 'slow'

const LEAST: Record<Exclude<Pace, 'off'>, number> = { quick: 250, normal: 600, slow: 1200 }
const HURRIED = 250
const BEHIND = 6 // beats that wait: from then on they hurry
export const TOO_MANY = 20 // beats that wait: they are not shown one by one any more
export const WHEN_ASKED = 1500 // all that still waits when one is asked oneself

/** Until the next beat may begin: twice as long where a card or a tile was played. */
export function pauseOf(pace: Exclude<Pace, 'off'>, waiting: number, isPlay: boolean): number {
  const least = LEAST[pace] * (isPlay ? 2 : 1)
  return waiting > BEHIND ? Math.min(least, HURRIED) : least
}
