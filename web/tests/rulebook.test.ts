// The rules as a book, of every game: nothing is lost, steps lie below their rules, and a search finds what is there.
import { describe, expect, it } from 'vitest'
import { anchorOf, cardSectionsOf, piecesOf, placesOf, search, searchCards, sectionsOf, type Entry,
} from '../src/model/rulebook'
import { recorded, recordedGames } from './support/recorded'

const all = (entries: Entry[]): Entry[] => entries.flatMap((e) => [e, ...all(e.steps)])

describe('the rules as a book', () => {
  it('hold every rule once, in sections with anchors of their own', () => {
    for (const { name, game } of [...recordedGames(), ...recordedGames('boards')]) {
      const sections = sectionsOf(game)
      const keys = sections.flatMap((s) => all(s.entries).map((e) => e.key)).sort((a, b) => a - b)
      expect(keys, name).toEqual(game.about.rules.map((_, i) => i))
      const ids = [...sections, ...cardSectionsOf(game)].map((s) => s.id)
      expect(new Set(ids).size, name).toBe(ids.length)
      expect(ids.filter((id) => id === ''), name).toEqual([])
    }
  })
  it('have steps below what they are steps of', () => {
    const { game } = recorded('mars')
    const course = sectionsOf(game).find((s) => s.entries.some((e) => e.steps.length > 0))!
    for (const e of course.entries) {
      expect(game.about.rules[e.key]!.depth).toBe(0)
      for (const step of e.steps) expect(game.about.rules[step.key]!.depth).toBe(1)
    }
  })
  it('know which rule is a card', () => {
    const { game } = recorded('mars')
    const cards = sectionsOf(game).flatMap((s) => s.entries).flatMap((e) => (e.card === null ? [] : [e]))
    expect(cards.length).toBeGreaterThan(15)
    for (const e of cards) expect(game.card(e.card!).name).toBe(e.name)
  })
  it('list every card that lies somewhere once', () => {
    const { game } = recorded('mars')
    const listed = cardSectionsOf(game).flatMap((s) => s.cards)
    const wanted = game.about.cards.flatMap((c, i) => (c.copy === 0 && c.zoned && !c.look?.hidden ? [i] : []))
    expect([...listed].sort((a, b) => a - b)).toEqual(wanted)
  })
})

describe('a search', () => {
  const { game } = recorded('mars')
  const sections = sectionsOf(game)
  it('leaves what holds the words, whatever their case, and the rules above it', () => {
    const found = search(sections, 'OCEAN')
    expect(found.length).toBeGreaterThan(2)
    expect(found.length).toBeLessThan(sections.length)
    for (const s of found)
      for (const e of all(s.entries))
        if (e.steps.length === 0 && placesOf(s.title, 'ocean').length === 0)
          expect(placesOf(`${e.name} ${e.text}`, 'ocean').length, e.text).toBeGreaterThan(0)
    expect(search(sections, '   ')).toEqual(sections)
    expect(search(sections, 'no such words at all')).toEqual([])
  })
  it('takes brackets and dots as they are', () => {
    expect(placesOf('a (b) a.c', '(b)')).toEqual([[2, 5]])
    expect(placesOf('a.c abc', 'a.c')).toEqual([[0, 3]])
    expect(placesOf('aaaa', 'aa')).toEqual([[0, 2], [2, 4]])
  })
  it('finds cards by words and tag', () => {
    const cards = cardSectionsOf(game)
    const tag = game.about.cards.find((c) => c.tags.length > 0)!.tags[0]!
    const tagged = searchCards(game, cards, '', tag).flatMap((s) => s.cards)
    expect(tagged.length).toBeGreaterThan(0)
    for (const c of tagged) expect(game.card(c).tags).toContain(tag)
    const { name } = game.card(tagged[0]!)
    expect(searchCards(game, cards, name, null).flatMap((s) => s.cards)).toContain(tagged[0])
  })
})

describe('words of a rule in pieces', () => {
  it('lose no letter, and mark what is named and what is found', () => {
    const pieces = piecesOf('gain 2 wood now', [[5, 6, 'amount', 3, 2]], 'ood n')
    expect(pieces.map((p) => p.text).join('')).toBe('gain 2 wood now')
    expect(pieces.filter((p) => p.found).map((p) => p.text).join('')).toBe('ood n')
    expect(pieces.filter((p) => p.member === 3)).toEqual([{ text: '2 w', found: false, member: 3 }])
  })
  it('of every rule of every game', () => {
    for (const { name, game } of recordedGames())
      for (const r of game.about.rules)
        expect(piecesOf(r.text, r.spans ?? [], 'a').map((p) => p.text).join(''), name).toBe(r.text)
  })
})

it('an anchor is letters, digits and dashes', () => {
  expect(anchorOf('Place a … tile, where?')).toBe('place-a-tile-where')
  expect(anchorOf('Über 3 Karten')).toBe('über-3-karten')
})
