// What beginners are told, of every game: it is found in its description, and none of it is empty.
import { describe, expect, it } from 'vitest'
import { en } from '../src/messages/en'
import { isEarly } from '../src/model/game'
import { adviceTo, explain, lessonsOf, purposeOf, withoutYes, wordsOf } from '../src/model/lessons'
import type { Question } from '../src/protocol'
import { recorded, recordedGames } from './support/recorded'

const lessons = (name: string, at = 0) => {
  const { game, views } = recorded(name)
  return lessonsOf(game, views[at]!, 0, () => false, en.face)
}
const keys = (name: string) => lessons(name).map((l) => l.key)
const linesOf = (name: string, key: string) => lessons(name).find((l) => l.key === key)?.lines.map((l) => l.text) ?? []

describe('lessons', () => {
  it('are as many as a game has something to say', () => {
    expect(keys('mars')).toEqual(['wins', 'ends', 'turn', 'card', 'income'])
    expect(keys('tinyforming')).toEqual(['wins', 'ends', 'turn', 'income'])
    expect(keys('tic-tac-toe')).toEqual(['wins', 'turn']) // what ends it wins
  })
  it('say nothing empty, in any game', () => {
    for (const { name, game, views } of [...recordedGames(), ...recordedGames('boards')])
      for (const lesson of lessonsOf(game, views[0]!, 0, () => true, en.face)) {
        const said = [...lesson.lines.map((l) => l.name + l.text), ...(lesson.parts ?? []).map((p) => p.words)]
        expect([...said, lesson.goesOn ?? ''].join('').length, `${name} ${lesson.key}`).toBeGreaterThan(5)
        expect(said.filter((text) => text.trim() === ''), `${name} ${lesson.key}`).toEqual([])
        expect(Math.min(0, ...lesson.lines.map((l) => l.depth))).toBe(0)
      }
  })
  it('come from rules with that topic', () => {
    const { game } = recorded('mars')
    const end = game.about.rules.find((r) => r.topic === 'end')!
    expect(linesOf('mars', 'ends')).toEqual([end.text])
    expect(linesOf('mars', 'income').length).toBe(4)
    expect(linesOf('tic-tac-toe', 'wins')).toEqual([expect.stringMatching(/^If there is .*: you win and the game is/)])
    expect(lessons('pluto').find((l) => l.key === 'ends')!.goesOn).toMatch(/^as long as .*covered$/)
  })
  it('explain a card in all its parts, each with words of its own', () => {
    for (const { name, game } of recordedGames())
      game.about.cards.forEach((card, i) => {
        if (card.copy > 0 || !card.face) return
        const parts = explain(game, i, en.face)
        expect(parts.length, `${name} ${card.name}`).toBeGreaterThanOrEqual(Math.min(1, card.face.blocks.length))
        for (const part of parts) expect(part.words.trim(), `${name} ${card.name}`).not.toBe('')
      })
  })
  it('prefer a card that can be played', () => {
    const { game, views } = recorded('mars')
    const cards = views[0]!.zones.flat(2).filter((c) => c >= 0)
    const wanted = cards.find((c) => (game.card(c).face?.blocks.length ?? 0) > 0)!
    const lesson = lessonsOf(game, views[0]!, 0, (c) => c === wanted, en.face).find((l) => l.key === 'card')!
    expect(lesson.card).toBe(wanted)
  })
})

describe('what a question is for', () => {
  it('is said of nearly every question of every game', () => {
    for (const { name, game, views } of recordedGames()) {
      const asked = views.filter((v) => v.question)
      const told = asked.filter((v) => (purposeOf(game, v.question!, v.phase)?.text ?? '').length > 3)
      expect(told.length / asked.length, name).toBeGreaterThan(0.9)
    }
  })
  it('is the rule the question names, with its steps where it has no words', () => {
    const { game, views } = recorded('pluto')
    const q = views[0]!.question!
    const { text } = purposeOf(game, q, null)!
    expect(text).toMatch(/^one of these, as you choose: "Use an action tile"; "Collect income"$/)
    expect(purposeOf(game, { ...q, rule: null, about: null }, null)).toBeNull()
  })
  it('has no stray punctuation: a step that holds others says so', () => {
    for (const { name, game } of [...recordedGames(), ...recordedGames('boards')])
      game.about.rules.forEach((rule, i) => {
        if (rule.about !== 'course of the game' && rule.about !== 'what the words mean') return
        const text = wordsOf(game, i)
        expect(text, name).not.toMatch(/:;|;;|[,;]$|^;/)
        const step = game.about.rules[i + 1]
        const holds = step && step.depth === rule.depth + 1 && /^[^"].*:$/.test(step.text)
        if (holds && (!rule.text || rule.text.endsWith(':'))) expect(text, name).toContain(`${step.text} …`)
      })
  })
  it('names the thing that is meant, and never any of its sort', () => {
    for (const { name, game, views } of recordedGames()) {
      const q = views.find((v) => v.question)!.question!
      game.about.rules.forEach((_, i) => {
        const told = purposeOf(game, { ...q, rule: i }, null)
        if (told) expect(`${told.name} ${told.text}`, name).not.toMatch(/\[\w+\]/)
      })
    }
    const { game, views } = recorded('mars')
    const rule = game.about.rules.findIndex((r) => r.name === 'place a [piece] tile on [areas]')
    const card = game.about.cards.findIndex((c) => c.text.includes('lace a greenery tile'))
    const asked = { ...views[0]!.question!, rule, about: card }
    expect(purposeOf(game, asked, null)).toEqual({ name: game.card(card).name, text: game.card(card).text })
    const pluto = recorded('pluto').game
    const piece = pluto.about.members.findIndex((m) => m.sort === 'piece')
    const placing = pluto.about.rules.findIndex((r) => r.name === 'place a [piece] tile')
    const spans: [number, number, 'member', number][] = [[0, 4, 'member', piece]]
    const told = purposeOf(pluto, { ...asked, rule: placing, about: null, spans }, null)
    expect(told?.name).toBe(`place a ${pluto.about.members[piece]!.name} tile`)
    expect(purposeOf(pluto, { ...asked, rule: placing, about: null, spans: [] }, null)?.name).not.toContain('place')
  })
  it('is said early: two rounds, or the first questions of a game without', () => {
    const { game, views } = recorded('mars')
    const round = game.about.periods.findIndex((p) => p.round)
    const at = (n: number) => ({ ...views[0]!, periods: views[0]!.periods.map((p, i) => (i === round ? n : p)) })
    expect([0, 1, 2, 3].map((n) => isEarly(game, at(n), 99))).toEqual([true, true, true, false])
    const plain = recorded('tic-tac-toe')
    expect([1, 10, 11].map((n) => isEarly(plain.game, plain.views[0]!, n))).toEqual([true, true, false])
  })
})

it('a suggestion that is chosen at once does not begin with "yes"', () => {
  const answers = [{ id: 0, text: 'no' }, { id: 1, text: 'yes' }]
  const question = { answers } as unknown as Question
  const spans: [number, number, 'card', number][] = [[5, 4, 'card', 2]]
  const hint = { text: 'yes: Moss', spans, path: [1, 8], why: [], n: 1 }
  expect(withoutYes(hint, question)).toEqual({ ...hint, text: 'Moss', spans: [[0, 4, 'card', 2]] })
  expect(withoutYes({ ...hint, path: [1] }, question).text).toBe('yes: Moss')
  expect(withoutYes({ ...hint, path: [0, 8] }, question).text).toBe('yes: Moss')
})

it('a suggestion for a later question of an undertaking says the answer to it', () => {
  const asking = (...answers: [number, string][]) =>
    ({ answers: answers.map(([id, text]) => ({ id, text })) }) as unknown as Question
  const hint = { text: 'Move the cart', path: [7], why: [], n: 1 }
  expect(adviceTo(hint, asking([7, 'three'], [8, 'four'])).text).toBe('three')
  expect(adviceTo({ ...hint, text: 'Move the cart: three' }, asking([7, 'three'])).text).toBe('three')
  const spans: [number, number, 'card', number][] = [[0, 5, 'card', 1], [7, 4, 'card', 2], [13, 4, 'card', 3]]
  expect(adviceTo({ ...hint, text: 'Guild: Moss, Fern', spans }, asking([7, 'Moss']))).toMatchObject({
    text: 'Moss, Fern', spans: [[0, 4, 'card', 2], [6, 4, 'card', 3]] })
  expect(adviceTo({ ...hint, text: 'Guild: Moss' }, asking([7, 'Guild'])).text).toBe('Guild: Moss')
  expect(adviceTo({ ...hint, text: 'yes: Moss', path: [1, 8] }, asking([1, 'yes'])).text).toBe('Moss')
  expect(adviceTo(hint, asking([9, 'five'])).text).toBe('Move the cart')
})
