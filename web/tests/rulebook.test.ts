// The rules as a book, of every game: nothing is lost, steps lie below their rules, and a search finds what is there.
import { describe, expect, it } from 'vitest'
import { en } from '../src/messages/en'
import { drawingOfRule, factsOf } from '../src/model/cards'
import { anchorOf, cardSectionsOf, type Entry, isCard, piecesOf, search, sectionsOf } from '../src/model/rulebook'
import { placesOf, stemOf } from '../src/model/search'
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
  it('draw what rules say where that can be drawn, and nothing twice', () => {
    for (const { name, game } of recordedGames()) {
      const entries = sectionsOf(game).flatMap((s) => all(s.entries))
      const drawn = entries.filter((e) => e.isDrawn).map((e) => drawingOfRule(game, e.key, en.face))
      for (const box of drawn) expect(box?.svg ?? '', name).not.toMatch(/NaN|undefined/)
      for (const e of entries) if (e.isDrawn) expect(all(e.steps).some((s) => s.isDrawn), name).toBe(false)
      if (!['connect-four', 'tic-tac-toe'].includes(name)) expect(drawn.filter(Boolean).length, name).toBeGreaterThan(0)
    }
    const { game } = recorded('mars')
    const { rules } = game.about
    const of = (text: string) => rules.findIndex((r) => r.text.startsWith(text))
    const texts = ['turn all your energy', 'when you place an ocean', '5 per milestone', 'Requires at least 3 city']
    for (const text of texts)
      expect(drawingOfRule(game, of(text), en.face), text).not.toBeNull()
    expect(rules[of('choose')]?.face ?? null).toBeNull() // what cannot be drawn is left to its words
  })
  it('list every card that lies somewhere once', () => {
    const { game } = recorded('mars')
    const listed = cardSectionsOf(game).flatMap((s) => s.cards)
    const wanted = game.about.cards.flatMap((c, i) => (c.copy === 0 && c.zoned && !c.look?.hidden ? [i] : []))
    expect([...listed].sort((a, b) => a - b)).toEqual(wanted)
  })
})

describe('cards in the studio', () => {
  it('are also the halves of cards, and neither actions nor goals', () => {
    const { game } = recorded('tinyforming')
    const sections = cardSectionsOf(game, isCard)
    const shown = sections.flatMap((s) => s.cards)
    const halves = shown.filter((i) => !game.card(i).zoned)
    expect(halves).toHaveLength(28)
    expect(new Set(halves.map((i) => game.card(i).kind)).size).toBe(1)
    for (const i of halves) expect(factsOf(game, i).clauses.some(([label]) => label === 'cost')).toBe(true)
    expect(sections[0]!.cards).toEqual(halves) // before the cards they are on
    const none = game.about.cards.flatMap((c, i) => (shown.includes(i) ? [] : [c.kind]))
    expect(none.length).toBeGreaterThan(0) // actions
  })
  it('are those that lie somewhere where they have no halves', () => {
    const { game } = recorded('mars')
    expect(cardSectionsOf(game, isCard)).toEqual(cardSectionsOf(game))
  })
})

describe('a search', () => {
  const { game } = recorded('mars')
  const sections = sectionsOf(game)
  const cards = cardSectionsOf(game)
  const find = (wanted: string, tag: number | null = null) => search(game, sections, cards, wanted, tag)
  const said = (entries: Entry[]) => all(entries).map((e) => `${e.name} ${e.text}`)
  const texts = (wanted: string) => find(wanted).sections.flatMap((s) => said(s.entries))

  it('leaves what holds the words, whatever their case, and the rules above it', () => {
    const found = find('OCEAN')
    expect(found.sections.length).toBeGreaterThan(2)
    expect(found.sections.length).toBeLessThan(sections.length)
    expect(found.isNearest).toBe(false)
    const { sections: whole, cards: every } = find('   ')
    expect([whole, every]).toEqual([sections, cards])
  })
  it('finds words in any order and form', () => {
    for (const wanted of ['city place', 'placing cities', 'places a city', 'City, placed?'])
      expect(texts(wanted).some((t) => t.includes('a free land area')), wanted).toBe(true)
    expect(texts('oce rat').some((t) => t.startsWith(' When you place an ocean') || t.includes('rating'))).toBe(true)
  })
  it('finds by a sentence, what fits best first', () => {
    const first = (wanted: string) => said(find(wanted).sections[0]!.entries).join(' / ')
    expect(texts('what happens when I place an ocean tile?').join()).toMatch(/When you place an ocean tile: raise/)
    expect(first('how does the game end')).toMatch(/ends?\b/i)
    expect(first('How much does it cost to claim a milestone?')).toMatch(/milestone/i)
    expect(first('who wins if there is a tie')).toMatch(/most points|wins?/i)
    for (const wanted of ['what happens when I place an ocean tile?', 'How much does it cost to claim a milestone?'])
      expect(find(wanted).sections.length + find(wanted).cards.length, wanted).toBeGreaterThan(0)
  })
  it('names what is nearest where nothing has all words, and nothing where there is none', () => {
    const found = find('greenery xylophone')
    expect(found).toMatchObject({ isNearest: true, count: 0 })
    expect(found.sections.flatMap((s) => all(s.entries)).length + found.cards.length).toBeGreaterThan(0)
    expect(find('xylophone')).toMatchObject({ sections: [], cards: [], isNearest: true })
  })
  it('marks the words it found', () => {
    expect(placesOf('cities and a city', 'city')).toEqual([[0, 6], [13, 17]])
    expect(placesOf('a (b) a.c', '(b)')).toEqual([[3, 4]])
    expect(placesOf('what is placed', 'what is a place?')).toEqual([[8, 14]]) // not the words of the question
    expect(stemOf('placing')).toBe(stemOf('places'))
    expect(placesOf('the cost', 'co')).toEqual([]) // two letters are a word of their own
  })
  it('finds cards by words and tag', () => {
    const tag = game.about.cards.find((c) => c.tags.length > 0)!.tags[0]!
    const tagged = find('', tag).cards.flatMap((s) => s.cards)
    expect(tagged.length).toBeGreaterThan(0)
    for (const c of tagged) expect(game.card(c).tags).toContain(tag)
    const { name } = game.card(tagged[0]!)
    expect(find(name).cards.flatMap((s) => s.cards)).toContain(tagged[0])
  })
})

describe('words of a rule in pieces', () => {
  it('lose no letter, and mark what is named and what is found', () => {
    const pieces = piecesOf('gain 2 wood now', [[5, 6, 'amount', 3, 2]], 'wood')
    expect(pieces.map((p) => p.text).join('')).toBe('gain 2 wood now')
    expect(pieces.filter((p) => p.found).map((p) => p.text).join('')).toBe('wood')
    expect(pieces.filter((p) => p.member === 3)).toEqual([{ text: '2 ', found: false, member: 3 }])
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
