// Games on paper: every card of every game fits on every size of card, copies and backs are what the game has, backs
// lie behind their fronts and give nothing away, boards lie on their pages whole, and nothing has a style of its own.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { esc } from '../src/draw/base'
import { en } from '../src/messages/en'
import { factsOf } from '../src/model/cards'
import type { Game } from '../src/model/game'
import { thingsOf } from '../src/model/things'
import { layBoard } from '../src/print/boards'
import { backsOf, cardsToPrint, drawnIn, faceIn, shownOn } from '../src/print/cards'
import { printed } from '../src/print/document'
import { labelsOf, WORDS } from '../src/print/words'
import { optionsFrom, queryOf, USUAL, type PrintOptions } from '../src/print/options'
import { CARDS, cornerOf, EDGE, gridOf, PAPERS, perSheet, type CardSize, type Paper } from '../src/print/paper'
import { tokensOf } from '../src/print/tokens'
import { recorded, recordedGames } from './support/recorded'
import { ROOT } from './support/server'

const PATIENCE = 20000
const labels = labelsOf(en, 'en')
const papers = Object.keys(PAPERS) as Paper[]
const sizes = Object.keys(CARDS) as CardSize[]
const LEAST: Record<CardSize, number> = { standard: 1.9, mini: 1.3, large: 1.9 } // millimetres of the smallest letters
const games = recordedGames()
const print = (game: Game, options: Partial<PrintOptions> = {}) => printed(game, { ...USUAL, ...options }, labels)

describe('cards on paper', () => {
  it.each(sizes)('fit at size %s, with all they say', (size) => {
    const room = { w: CARDS[size].w - 4, h: CARDS[size].h - 4 }
    for (const { name, game } of games)
      for (const card of cardsToPrint(game, true)) {
        const facts = factsOf(game, card)
        const box = faceIn(facts, { things: thingsOf(game), labels: en.face, ground: null }, room.w, room.h)
        const what = `${name}: ${facts.name}`
        expect(box.svg.includes('…'), what).toBe(facts.name.includes('…'))
        expect(box.h / box.w, what).toBeCloseTo(room.h / room.w, 1)
        const sizesOfText = [...box.svg.matchAll(/<text [^>]*font-size="([0-9.]+)"/g)].map((m) => Number(m[1]))
        for (const one of sizesOfText) expect((one * room.w) / box.w, what).toBeGreaterThan(LEAST[size])
      }
  }, PATIENCE)

  it('have what they require below what they cost, never over it', () => {
    let seen = 0
    for (const { name, game } of games)
      for (const card of cardsToPrint(game, true)) {
        const facts = factsOf(game, card)
        const { svg } = faceIn(facts, { things: thingsOf(game), labels: en.face, ground: null }, 59, 84)
        const cost = /translate\([0-9.]+ ([0-9.]+)\)"><g data-part="cost"><use href="#coin" width="([0-9.]+)"/
        const required = /translate\(0 ([0-9.-]+)\)"><g data-part="requirement">/
        const [, y, high] = cost.exec(svg) ?? []
        const [, from] = required.exec(svg) ?? []
        if (high === undefined || from === undefined) continue
        seen++
        expect(Number(from), `${name}: ${facts.name}`).toBeGreaterThanOrEqual(Number(y) + Number(high) - 0.1)
      }
    expect(seen).toBeGreaterThan(60)
  }, PATIENCE)

  it('that only show other cards have those printed on them, and not again', () => {
    const { game } = recorded('tinyforming')
    const cards = cardsToPrint(game, false)
    const shown = cards.flatMap((card) => shownOn(game, card))
    expect(shown.length).toBeGreaterThan(20)
    expect(shown.filter((card) => cards.includes(card))).toEqual([])
    for (const card of cards) for (const other of shownOn(game, card)) {
      const { svg } = drawnIn(game, card, 59, 84, labels)
      expect(svg).toContain(`>${esc(game.card(other).name)}</text>`)
      expect(svg).not.toContain('…')
    }
  })

  it('are printed as often as the game has them, or once', () => {
    for (const { name, game } of games) {
      const zoned = game.about.cards.filter((c) => c.zoned && !c.look?.hidden)
      const all = cardsToPrint(game, false).filter((i) => game.card(i).zoned)
      expect(all.length, name).toBe(zoned.length)
      const once = cardsToPrint(game, true).filter((i) => game.card(i).zoned)
      expect(once.length, name).toBe(zoned.filter((c) => c.copy === 0).length)
    }
    const town = recorded('market-town').game
    expect(cardsToPrint(town, false).length).toBeGreaterThan(3 * cardsToPrint(town, true).length)
    const penny = town.about.cards.filter((c) => c.name === 'Penny').length
    const { html } = print(town, { parts: ['cards'], backs: 'none' })
    expect(html.split('>Penny</text>').length - 1).toBe(penny)
  })

  it('look the same from behind wherever they may meet face down', () => {
    for (const { name, game } of games) {
      const backs = backsOf(game)
      for (const { see, cards: [first, n] } of game.about.zones)
        if (see !== 'everyone') expect(new Set(backs.slice(first, first + n)).size, name).toBeLessThanOrEqual(1)
      const says = new Map(backs.map((b) => [b.key, JSON.stringify(b)]))
      for (const b of backs) expect(says.get(b.key), name).toBe(JSON.stringify(b))
    }
    const mars = recorded('mars').game
    const back = (kind: string) => backsOf(mars)[mars.about.cards.findIndex((c) => c.kind === kind)]!
    expect(back('event').key).toBe(back('automated').key)
    expect(back('corporation').key).not.toBe(back('event').key)
    expect(back('corporation').name).toBe('Corporation')
  })
})

describe('a sheet', () => {
  it('holds nine cards on both papers, clear of the edge', () => {
    for (const paper of papers) {
      const grid = gridOf(PAPERS[paper], CARDS.standard, USUAL.bleed)
      expect([grid.columns, grid.rows]).toEqual([3, 3])
      expect(Math.min(grid.left, grid.top) - USUAL.bleed).toBeGreaterThanOrEqual(EDGE)
    }
  })

  it('holds cards of every size and bleed side by side, never one over the other', () => {
    for (const paper of papers)
      for (const size of sizes)
        for (const bleed of [0, 1.5, 5]) {
          const grid = gridOf(PAPERS[paper], CARDS[size], bleed)
          const places = Array.from({ length: perSheet(grid) }, (_, i) => cornerOf(grid, i, null))
          expect(places.length).toBeGreaterThan(0)
          for (const { x, y } of places) {
            expect(x - bleed).toBeGreaterThanOrEqual(EDGE - 1e-6)
            expect(y + grid.card.h + bleed).toBeLessThanOrEqual(grid.paper.h - EDGE + 1e-6)
          }
          const [a, b] = places
          if (a && b && grid.columns > 1) expect(b.x - a.x).toBeCloseTo(grid.card.w + 2 * bleed)
        }
  })

  it('has backs behind their fronts, however the printer turns it', () => {
    for (const paper of papers) {
      const grid = gridOf(PAPERS[paper], CARDS.standard, 1)
      for (let i = 0; i < perSheet(grid); i++) {
        const front = cornerOf(grid, i, null)
        const long = cornerOf(grid, i, 'long')
        expect(front.x + grid.card.w + long.x).toBeCloseTo(grid.paper.w)
        expect(long.y).toBe(front.y)
        const short = cornerOf(grid, i, 'short')
        expect(front.y + grid.card.h + short.y).toBeCloseTo(grid.paper.h)
        expect(short.x).toBe(front.x)
      }
    }
  })

  it('has no style of its own, which the policy of the page forbids, and says nothing that is no markup', () => {
    for (const { name, game } of games) {
      const { html } = print(game, { once: true })
      expect(html, name).not.toMatch(/\sstyle=|<style|<script|undefined|NaN|Infinity/)
    }
  }, PATIENCE)

  it('is there for every part that was chosen, and no other', () => {
    const { game } = recorded('mars')
    const { sheets, html } = print(game, { parts: ['boards'] })
    expect(sheets).toEqual({ cards: 0, boards: 1, players: 0, tokens: 0 })
    expect(html.split('class="sheet"').length - 1).toBe(1)
    expect(html).not.toContain('booklet')
    const rules = print(game, { parts: ['rules'] })
    expect(rules.html).toContain('class="booklet"')
    const usual = print(game, { parts: ['cards'] }).sheets.cards
    expect(usual).toBe(2 * Math.ceil(cardsToPrint(game, false).length / 9))
    expect(print(game, { parts: ['cards'], backs: 'none' }).sheets.cards).toBe(usual / 2)
  })
})

describe('a board on paper', () => {
  const room = { w: 190, h: 277 }
  it('is as large as its spaces need, on as few pages as that takes, and whole', () => {
    for (const [w, h, step] of [[300, 300, 100], [900, 700, 86], [700, 900, 86], [5000, 400, 86]] as const)
      for (const wanted of [10, 22, 40]) {
        const laid = layBoard({ w, h }, step, wanted, room)
        const [across, down] = laid.turned ? [h, w] : [w, h]
        expect(across * laid.k).toBeLessThanOrEqual(laid.columns * room.w + 1e-6)
        expect(down * laid.k).toBeLessThanOrEqual(laid.rows * room.h + 1e-6)
        expect(laid.k * step).toBeLessThanOrEqual(wanted + 1e-9)
        expect(laid.k * step).toBeGreaterThanOrEqual(0.8 * wanted)
      }
    expect(layBoard({ w: 900, h: 600 }, 90, 22, room)).toMatchObject({ turned: true, columns: 1, rows: 1 })
  })

  it('goes over pages that show all of it, each once', () => {
    const { game } = recorded('mars')
    const { sheets, html } = print(game, { parts: ['boards'], space: 40 })
    expect(sheets.boards).toBeGreaterThan(2)
    const views = [...html.matchAll(/<svg x="[^"]*" y="[^"]*" width="[^"]*" height="[^"]*" viewBox="([^"]*)"/g)]
    const area = (view: string) => view.split(' ').slice(2).reduce((product, n) => product * Number(n), 1)
    const corners = new Set(views.map((v) => v[1]!.split(' ').slice(0, 2).join(' ')))
    expect(views.length).toBe(sheets.boards)
    expect(corners.size).toBe(sheets.boards)
    expect(new Set(views.map((v) => area(v[1]!).toFixed(0))).size).toBe(1)
  })
})

describe('tokens', () => {
  it('are as many as the rules say there are, else as many as were asked for', () => {
    const { game } = recorded('mars')
    const [few, many] = [tokensOf(game, { ...USUAL, tokens: 1 }), tokensOf(game, { ...USUAL, tokens: 20 })]
    const limited = game.about.members.filter((m) => m.total !== null && m.sort === 'piece')
    expect(limited.map((m) => m.total)).toContain(9)
    const oceans = game.about.members.findIndex((m) => m.total === 9)
    const named = (tokens: typeof few) => tokens.filter((t) => t.svg.includes(`token${oceans}g`)).length
    expect([named(few), named(many)]).toEqual([9, 9])
    expect(many.length).toBeGreaterThan(few.length)
  })
})

describe('the words of prints', () => {
  const textsOf = (words: object): [string, string][] =>
    Object.entries(words).flatMap(([key, v]) => (typeof v === 'object' ? textsOf(v) : [[key, String(v)]]))

  it('are there in every language of the page, and translated', () => {
    const known = readdirSync(join(ROOT, 'web/src/messages')).filter((file) => file.endsWith('.ts'))
      .map((file) => file.split('.')[0])
    expect(Object.keys(WORDS).sort()).toEqual(known.sort())
    const english = new Map(textsOf(WORDS.en!))
    for (const [language, words] of Object.entries(WORDS))
      if (language !== 'en') for (const [key, text] of textsOf(words)) expect(text, key).not.toBe(english.get(key))
  })
})

describe('what can be chosen', () => {
  it('stands in an address, and comes back from it', () => {
    const chosen: PrintOptions = {
      paper: 'letter', card: 'mini', bleed: 2.5, marks: false, backs: 'short', once: true, parts: ['boards', 'rules'],
      space: 30, tokens: 4,
    }
    expect(optionsFrom(new URLSearchParams(queryOf(chosen)))).toEqual(chosen)
    expect(queryOf(USUAL)).toBe('')
  })

  it('is as usual where an address says nonsense, and never beyond its bounds', () => {
    const wild = 'paper=a0&card=&bleed=1e9&backs=up&parts=cards,everything&space=NaN&tokens=-3&copies=two&marks='
    expect(optionsFrom(new URLSearchParams(wild))).toEqual({
      ...USUAL, bleed: 5, parts: ['cards'], tokens: 1,
    })
    expect(optionsFrom(new URLSearchParams('parts=,,'))).toEqual(USUAL)
  })
})
