// What lies under a pointer, of every card of every game: each part of a drawing says its words.
import { describe, expect, it } from 'vitest'
import { card } from '../src/draw/card'
import { sortOfSymbol } from '../src/draw/icons'
import { en } from '../src/messages/en'
import { clauseInWords, factsOf } from '../src/model/cards'
import { groundOf, thingsOf } from '../src/model/things'
import { underPointer } from '../src/model/under'
import { recorded, recordedGames } from './support/recorded'

describe.each(recordedGames())('under a pointer in $name', ({ game }) => {
  const deck = { things: thingsOf(game), labels: en.face, ground: groundOf(game) }
  it('every part of every card has words', () => {
    game.about.cards.forEach((about, i) => {
      if (about.copy > 0 || !about.face) return
      const { svg } = card(factsOf(game, i), 'zoom', deck)
      const parts = [...svg.matchAll(/data-part="([^"]+)"/g)].map((m) => m[1]!)
      const blocks = about.face.blocks.filter((b) => b.clause !== undefined && svg.includes(`data-part="${b.clause}"`))
      for (const b of blocks)
        expect(underPointer(game, { name: '', sort: '', card: i, part: String(b.clause) }, en.signs)!.words).toBe(
          clauseInWords(about.clauses[b.clause!]!))
      for (const part of parts) {
        const told = underPointer(game, { name: 'x', sort: '', card: i, part }, en.signs)!
        if (part !== 'cost' || about.clauses.some((c) => c[2] === 'cost' || c[2] === 'number'))
          expect(told.words, `${about.name} ${part}`).not.toBe('')
      }
    })
  })
})

it('a sign has its name, what its part means, and what the rules say of it', () => {
  const { game } = recorded('mars')
  const i = game.about.cards.findIndex((c) => c.clauses.some((x) => x[2] === 'requirement' && x[1].includes('oxygen')))
  const told = underPointer(game, { name: 'oxygen', sort: 'track', card: i, part: 'requirement' }, en.signs)!
  expect(told.name).toBe('Oxygen')
  expect(told.words).toContain('oxygen')
  expect(told.says).toBe(en.signs.part.requires)
  expect(told.rule).toMatch(/^from 0 to 14/)
  expect(underPointer(game, { name: '', sort: '', card: null, part: '' }, en.signs)).toBeNull()
  const found = { name: 'titanium', sort: 'resource', card: null, part: '' }
  expect(underPointer(game, found, en.signs)!.rule).toBe('worth 3 in payment')
})

it('of several things with one name the one that is meant is told', () => {
  const { game } = recorded('mars')
  const of = (name: string, sort: string) => underPointer(game, { name, sort, card: null, part: '' }, en.signs)!
  const project = game.about.rules.find((r) => r.name === 'City')!
  expect(of('city', 'tag')).toMatchObject({ kind: 'tag', rule: '' }) // no rule is about the tag
  expect(of('city', 'piece')).toMatchObject({ kind: 'piece', rule: expect.stringMatching(/^a free land area/) })
  for (const sort of ['tag', 'piece', '']) expect(of('city', sort).rule).not.toBe(project.text)
  expect(of('greenery', 'piece').rule).toMatch(/^a free land area/) // not the points of that name
  expect(of('titanium', 'resource').kind).toBe('') // there is one thing of that name
})

it('signs say of which sort they are', () => {
  const { game } = recorded('mars')
  const deck = { things: thingsOf(game), labels: en.face, ground: groundOf(game) }
  const i = game.about.cards.findIndex((c) => c.tags.length > 0 && c.face && c.copy === 0)
  const { svg } = card(factsOf(game, i), 'hand', deck)
  const sorts = [...svg.matchAll(/href="#([^"]+)"/g)].map((m) => sortOfSymbol(m[1]!))
  expect(sorts).toContain('tag')
})
