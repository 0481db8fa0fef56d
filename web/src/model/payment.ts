// A payment with all that may pay it: one mix of amounts, one of them taken for the rest. What is left, what is wasted,
// and the path of answers it comes to.
import type { Payment, Question } from '../protocol'

export interface Mix {
  counts: number[] // one for each part
  total: number // what they come to
  wasted: number
  possible: boolean
}

const within = (n: number, low: number, high: number) => Math.min(Math.max(n, low), high)

export class PaymentPlan {
  private constructor(
    readonly payment: Payment,
    private readonly base: number, // the answer that is the number 0
    private readonly first: Set<number>, // what this question takes
    readonly suggested: number,
  ) {}

  /** Null: it is no payment, or one whose answers are no numbers. */
  static of(q: Question | null): PaymentPlan | null {
    const payment = q?.payment
    if (!q || !payment || payment.parts.length < 2 || payment.parts[0]!.rest) return null
    const numbers = q.answers.map((a) => {
      const span = a.spans?.find(([, , kind]) => kind === 'number' || kind === 'amount')
      const n = span ? (span[2] === 'amount' ? span[4] : span[3]) : undefined
      return { id: a.id, n }
    })
    const zero = numbers[0]
    if (!zero || numbers.some(({ id, n }) => n === undefined || id - n !== zero.id - zero.n!)) return null
    const preset = numbers.find(({ id }) => id === q.preset)?.n
    const all = new Set(numbers.map(({ n }) => n!))
    return new PaymentPlan(payment, zero.id - zero.n!, all, preset ?? Math.max(...all))
  }

  /** What the counts come to; what is taken for the rest follows from the others. */
  mix(wanted: number[]): Mix {
    const { parts, due } = this.payment
    const counts = parts.map((p, i) => (p.rest ? 0 : within(wanted[i] ?? 0, 0, Math.min(p.have, p.max))))
    const asked = counts.reduce((sum, n, i) => sum + n * parts[i]!.worth, 0)
    const rest = parts.findIndex((p) => p.rest)
    if (rest >= 0) {
      const { worth, have } = parts[rest]!
      counts[rest] = within(Math.ceil((due - asked) / worth), 0, have)
    }
    const total = counts.reduce((sum, n, i) => sum + n * parts[i]!.worth, 0)
    return { counts, total, wasted: Math.max(0, total - due), possible: total >= due && this.first.has(counts[0]!) }
  }

  /** Another count of one part; where it is the rest, the others make up for it. */
  set(mix: Mix, i: number, n: number): Mix {
    const { parts, due } = this.payment
    const part = parts[i]!
    if (!part.rest) return this.enough(mix.counts.map((c, k) => (k === i ? within(n, 0, part.max) : c)), i)
    return this.cover(due - within(n, 0, part.have) * part.worth, new Set([i]))
  }

  /** As little as possible of one part. */
  keep(i: number): Mix {
    const { parts, due } = this.payment
    if (parts[i]!.rest) return this.cover(due, new Set([i]))
    const others = parts.map((p, k) => (k === i || p.rest ? 0 : within(Math.floor(due / p.worth), 0, p.max)))
    return this.enough(this.trim(others), -1)
  }

  /** The suggestion, with as much of the parts behind it as is not wasted. */
  usual(): Mix {
    const counts = this.payment.parts.map(() => 0)
    counts[0] = this.suggested
    return this.fill(counts, 1)
  }

  /** All answers at once: a number for each part that is asked while something is due. */
  path(mix: Mix): number[] {
    const path: number[] = []
    let due = this.payment.due
    for (const [i, part] of this.payment.parts.entries()) {
      if (part.rest || due <= 0) break
      path.push(this.base + mix.counts[i]!)
      due -= mix.counts[i]! * part.worth
    }
    return path
  }

  // ---- filling up
  /** The parts from `from` on, each as far as nothing of it is wasted. */
  private fill(counts: number[], from: number): Mix {
    const { parts, due } = this.payment
    let left = due - counts.reduce((sum, n, i) => sum + n * parts[i]!.worth, 0)
    for (let i = from; i < parts.length; i++) {
      const p = parts[i]!
      if (p.rest) continue
      counts[i] = within(Math.floor(left / p.worth), 0, p.max)
      left -= counts[i]! * p.worth
    }
    return this.mix(counts)
  }

  /** What is not the rest pays so much, without more than is needed; the parts in `but` are left out. */
  private cover(amount: number, but: Set<number>): Mix {
    const { parts } = this.payment
    const counts = parts.map(() => 0)
    let left = amount
    parts.forEach((p, i) => {
      if (but.has(i) || p.rest) return
      counts[i] = within(Math.ceil(left / p.worth), 0, p.max)
      left -= counts[i]! * p.worth
    })
    return this.enough(counts, -1)
  }

  /** Not more of the later parts than is due. */
  private trim(counts: number[]): number[] {
    const { parts, due } = this.payment
    let left = due
    return counts.map((n, i) => {
      const fits = within(Math.floor(left / parts[i]!.worth), 0, n)
      left -= fits * parts[i]!.worth
      return fits
    })
  }

  /** Where the rest cannot make up for what is missing, other parts do; `but`: the one that was just set. */
  private enough(counts: number[], but: number): Mix {
    const { parts } = this.payment
    let mix = this.mix(counts)
    for (const [i, p] of parts.entries()) {
      if (p.rest || i === but) continue
      while (!mix.possible && mix.counts[i]! < p.max) mix = this.mix(mix.counts.map((c, k) => (k === i ? c + 1 : c)))
    }
    return mix
  }
}
