// The part of a map that is shown: a window over its plane, made smaller to look closer, moved, and never off the map.
export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

const CLOSEST = 6

const within = (n: number, low: number, high: number) => Math.min(Math.max(n, low), high)

export const wholeOf = (plane: { width: number; height: number }): Frame => ({
  x: 0,
  y: 0,
  width: plane.width,
  height: plane.height,
})

export const isWhole = (frame: Frame, whole: Frame) => frame.width >= whole.width

function inside(frame: Frame, whole: Frame): Frame {
  return {
    ...frame,
    x: within(frame.x, 0, whole.width - frame.width),
    y: within(frame.y, 0, whole.height - frame.height),
  }
}

/** Closer by a factor above one; the point stays where it is on the screen, as far as the edges permit. */
export function zoom(
  frame: Frame,
  whole: Frame,
  factor: number,
  at = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 },
): Frame {
  const width = within(frame.width / factor, whole.width / CLOSEST, whole.width)
  const part = width / frame.width
  return inside(
    {
      x: at.x - (at.x - frame.x) * part,
      y: at.y - (at.y - frame.y) * part,
      width,
      height: whole.height * (width / whole.width),
    },
    whole,
  )
}

export const move = (frame: Frame, whole: Frame, dx: number, dy: number): Frame =>
  inside({ ...frame, x: frame.x + dx, y: frame.y + dy }, whole)

/** Moved just so far that the point, with room around it, is seen. */
export function reveal(frame: Frame, whole: Frame, at: { x: number; y: number }, room: number): Frame {
  const shift = (n: number, low: number, length: number) =>
    Math.min(0, n - room - low) + Math.max(0, n + room - low - length)
  return move(frame, whole, shift(at.x, frame.x, frame.width), shift(at.y, frame.y, frame.height))
}
