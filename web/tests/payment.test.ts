// Paying in one dialog: what a mix comes to, what moves when one part does, and the path of answers that is sent.
import { describe, expect, it } from 'vitest'
import { PaymentPlan } from '../src/model/payment'
import type { Payment, Question } from '../src/protocol'

const ZERO = 475
const [STEEL, GEMS, MONEY] = [1, 2, 0]

function ask(due: number, parts: Payment['parts'], preset: number, offered = parts[0]!.max): Question {
  const answers = Array.from({ length: offered + 1 }, (_, n) => ({
    id: ZERO + n, text: `${n} steel`, spans: [[0, 1, 'number', n]] as [number, number, 'number', number][],
  }))
  return {
    prompt: '', about: null, paid: null, kind: 'number', flags: ['payment'], preset: ZERO + preset, answers,
    payment: { due, unit: MONEY, parts },
  } as unknown as Question
}
const steel = (have: number, max: number) => ({ unit: STEEL, worth: 2, have, min: 0, max })
const gems = (have: number, max: number) => ({ unit: GEMS, worth: 3, have, min: 0, max })
const money = (have: number) => ({ unit: MONEY, worth: 1, have, min: 0, max: have, rest: true as const })
const plan = (q: Question) => PaymentPlan.of(q)!

describe('a payment', () => {
  const two = plan(ask(9, [steel(7, 5), money(9)], 4))
  const three = plan(ask(23, [steel(3, 3), gems(5, 5), money(42)], 3))

  it('begins as it is suggested: what is left is taken of the rest', () => {
    expect(two.usual()).toEqual({ counts: [4, 1], total: 9, wasted: 0, possible: true })
    expect(three.usual()).toEqual({ counts: [3, 5, 2], total: 23, wasted: 0, possible: true })
  })
  it('moves the rest the other way', () => {
    expect(two.set(two.usual(), 0, 1).counts).toEqual([1, 7])
    expect(two.set(two.usual(), 1, 9).counts).toEqual([0, 9])
    expect(two.set(two.usual(), 1, 3).counts).toEqual([3, 3])
    expect(three.set(three.usual(), 1, 4).counts).toEqual([3, 4, 5])
  })
  it('says what is wasted, and what is not enough', () => {
    expect(two.set(two.usual(), 0, 5)).toMatchObject({ counts: [5, 0], total: 10, wasted: 1, possible: true })
    expect(plan(ask(9, [steel(2, 2), money(3)], 2)).usual()).toMatchObject({ total: 7, possible: false })
  })
  it('keeps what one wants to keep', () => {
    expect(two.keep(0).counts).toEqual([0, 9])
    expect(two.keep(1)).toMatchObject({ counts: [5, 0], possible: true })
    expect(three.keep(0).counts).toEqual([0, 5, 8])
    expect(three.keep(2)).toMatchObject({ counts: [3, 5, 2] })
  })
  it('makes up for it with other parts where the rest does not suffice', () => {
    const poor = plan(ask(9, [steel(7, 5), money(3)], 4))
    expect(poor.keep(0)).toMatchObject({ counts: [3, 3], possible: true })
    expect(poor.set(poor.usual(), 1, 0)).toMatchObject({ counts: [5, 0], wasted: 1 })
  })
  it('is one path, which ends where nothing more is due', () => {
    expect(two.path(two.usual())).toEqual([ZERO + 4])
    expect(three.path(three.usual())).toEqual([ZERO + 3, ZERO + 5])
    const enough = plan(ask(6, [steel(3, 3), gems(5, 2), money(9)], 3))
    expect(enough.path(enough.usual())).toEqual([ZERO + 3]) // of the gems nothing is asked then
    expect(enough.path(enough.keep(0))).toEqual([ZERO, ZERO + 2])
  })
  it('is possible only with what the question offers', () => {
    const few = plan(ask(9, [steel(7, 5), money(9)], 1, 2))
    expect(few.set(few.usual(), 0, 3).possible).toBe(false)
    expect(few.set(few.usual(), 0, 2).possible).toBe(true)
  })
  it('is never more than there is, whatever is wanted', () => {
    for (let due = 1; due < 30; due++)
      for (let have = 0; have < 12; have++) {
        const p = plan(ask(due, [steel(have, Math.min(have, Math.ceil(due / 2))), gems(2, 2), money(40)], 0))
        const moved = [p.set(p.usual(), 0, 99), p.set(p.usual(), 2, -1)]
        for (const mix of [p.usual(), p.keep(0), p.keep(1), p.keep(2), ...moved]) {
          expect(mix.counts.every((n, i) => n >= 0 && n <= p.payment.parts[i]!.have)).toBe(true)
          expect(mix.possible).toBe(mix.total >= due)
        }
      }
  })
  it('is none where answers are no numbers, or nothing but the rest pays', () => {
    expect(PaymentPlan.of(null)).toBe(null)
    expect(PaymentPlan.of({ ...ask(9, [steel(1, 1), money(9)], 0), payment: null })).toBe(null)
    expect(PaymentPlan.of(ask(9, [{ ...money(9) }], 0))).toBe(null)
    const worded = ask(9, [steel(1, 1), money(9)], 0)
    expect(PaymentPlan.of({ ...worded, answers: worded.answers.map(({ id, text }) => ({ id, text })) })).toBe(null)
  })
})
