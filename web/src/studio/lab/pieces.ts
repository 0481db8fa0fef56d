// Which games of a version were played, and which come next. Pieces may be of any size and come back in any order: the
// engine adds whole numbers, so what they say together is the same. Pure: no Worker, no engine.

export interface Piece {
  first: number
  n: number
}

export class Pieces {
  private next = 0
  private readonly again: Piece[] = [] // given up, to be played by somebody else
  /** What nobody has put together yet. */
  parts: Uint8Array[] = []
  done = 0

  constructor(readonly games: number) {}

  get isDone() {
    return this.done >= this.games
  }

  /** At most `most` games that nobody plays yet; null: all are given out. */
  take(most: number): Piece | null {
    const back = this.again.pop()
    if (back) {
      const n = Math.min(most, back.n)
      if (n < back.n) this.again.push({ first: back.first + n, n: back.n - n })
      return { first: back.first, n }
    }
    const n = Math.min(most, this.games - this.next)
    if (n <= 0) return null
    this.next += n
    return { first: this.next - n, n }
  }

  giveUp(piece: Piece) {
    this.again.push(piece)
  }

  add({ n }: Piece, part: Uint8Array) {
    this.parts.push(part)
    this.done += n
  }
}

/** So many games that a piece takes about as long as it should, from how long the last one took. */
export function pieceSize(last: Piece | null, took: number, wanted: number): number {
  if (!last) return 1
  const fit = Math.floor((last.n * wanted) / Math.max(took, 0.05))
  return Math.max(1, Math.min(fit, 8 * last.n))
}
