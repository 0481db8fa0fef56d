// What lies under a pointer, of every card of every game: each part of a drawing says its words.
import { describe, expect, it } from 'vitest'
import { card } from '../src/draw/card'
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
        expect(underPointer(game, { name: '', card: i, part: String(b.clause) }, en.signs)!.words).toBe(
          clauseInWords(about.clauses[b.clause!]!))
      for (const part of parts) {
        const told = underPointer(game, { name: 'x', card: i, part }, en.signs)!
        if (part !== 'cost' || about.clauses.some((c) => c[2] === 'cost' || c[2] === 'number'))
          expect(told.words, `${about.name} ${part}`).not.toBe('')
      }
    })
  })
})

it('a sign has its name, what its part means, and what the rules say of it', () => {
  const { game } = recorded('mars')
  const i = game.about.cards.findIndex((c) => c.clauses.some((x) => x[2] === 'requirement' && x[1].includes('oxygen')))
  const told = underPointer(game, { name: 'oxygen', card: i, part: 'requirement' }, en.signs)!
  expect(told.name).toBe('Oxygen')
  expect(told.words).toContain('oxygen')
  expect(told.says).toBe(en.signs.part.requires)
  expect(told.rule).toMatch(/^from 0 to 14/)
  expect(underPointer(game, { name: '', card: null, part: '' }, en.signs)).toBeNull()
  expect(underPointer(game, { name: 'titanium', card: null, part: '' }, en.signs)!.rule).toBe('worth 3 in payment')
})
