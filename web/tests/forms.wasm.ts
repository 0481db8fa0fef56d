// What forms read of a definition, and what they write into it, with the tokens that the studio's engine gives. Run by
// tests/page/test_studio.sh.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Asks } from '../src/studio/answers'
import { applied, type Edit } from '../src/studio/files'
import { StudioModule } from '../src/studio/module'
import { cardText, draftFrom, toldOf, triggerDrafts, valueDrafts, writtenOf } from '../src/studio/parts/drafts'
import { appended, stepsOf, without, withoutStep, withStep } from '../src/studio/parts/edits'
import { fieldsOf } from '../src/studio/parts/fields'
import { isSpaced, piecesOf } from '../src/studio/parts/holes'
import type { Model } from '../src/studio/parts/model'
import { declarationAt, Source } from '../src/studio/parts/source'
import { wiring } from '../src/studio/parts/wiring'

const module = new WebAssembly.Module(readFileSync(process.env.STUDIO_WASM!))
const TEXT = `# Größe zählt.
game "Gärten":
  players: 2..3

resource öl(look: yellow coin) "Öl", coin(9)
period week
track heat(-5..9, step: 2) "Hitze":  # what comments say stays
  at 3: gain(1 coin)
kind plot(cost: number, colour: resource = coin) "Beet":
  value points -> number "points" = 0
zone heap(plot, see: nobody)
player:
  var stock[resource]: number(0..) = 3
  zone garden(plot, live: true)
signal grown(by: player) "{by} grows"

plot Plain(2)  # nothing else
plot "Süß"(3): after grown(by: me): gain(1 coin)
plot Both(4):
  points: 1
  after grown(by: me): if me.stock[coin] > 2: pay(1 coin); gain(2 coin)

flow:
  repeat 3:
    for me in players:
      turn:
        either "Wait": gain(1 coin)
        or "Take |":
          choose c in heap "Which?"
          move(c, to: me.garden)
score: points: sum(c in me.garden: c.points)
`.replaceAll('öl', 'oil')
const path = 'games/garden/garden.game'

class Garden {
  private last: { status: number; text: string } | null = null
  private readonly engine = new StudioModule(module, {
    deliver: (_to, status, _type, bytes) => (this.last = { status, text: new TextDecoder().decode(bytes) }),
    drop: () => {},
    edit: () => {},
  })

  readonly model: Model
  readonly source: Source

  constructor(readonly text = TEXT) {
    this.engine.put(path, new TextEncoder().encode(text))
    const said = this.ask('model', { game: 'garden' })
    expect(said.diagnostics).toBeUndefined()
    this.model = (said as { model: unknown }).model as Model
    const { sorts, files } = this.ask('tokens', { game: 'garden' })
    expect(files.map((f) => f.path)).toEqual([path])
    this.source = new Source('garden.game', text, files[0]!.tokens, sorts)
  }

  ask<K extends keyof Asks>(what: K, body: Asks[K][0]): Asks[K][1] {
    this.last = null
    this.engine.ask(1, what, JSON.stringify(body))
    while (!this.last && this.engine.step()) continue
    return JSON.parse((this.last as { text: string } | null)!.text) as Asks[K][1]
  }

  of(name: string) {
    const part = [...this.model.tracks, ...this.model.resources, ...this.model.components,
      ...this.model.components.flatMap((k) => k.cards)].find((p) => p.name === name)!
    return declarationAt(this.source, this.source.offset(part.at!.from), this.source.offset(part.at!.to))
  }

  /** The text after the edits; it must compile. */
  after(edits: readonly Edit[]): string {
    const after = applied({ 'garden.game': this.text }, edits)['garden.game']!
    const tried = this.ask('try', { game: 'garden', files: [{ path, text: after }] })
    expect(tried, after).toEqual({ ok: true, problems: [] })
    return after
  }
}

describe('forms', () => {
  const g = new Garden()

  it('read fields where bytes are no letters', () => {
    expect(fieldsOf(g.of('heat')).map((f) => [f.label, f.text])).toEqual([['least', '-5'], ['most', '9'], ['step', '2'],
      ['title', 'Hitze']])
    expect(fieldsOf(g.of('coin'), true).map((f) => [f.label, f.text])).toEqual([['total', '9']])
    for (const f of fieldsOf(g.of('heat'))) expect(TEXT.slice(f.from, f.to).replaceAll('"', '')).toBe(f.text)
    expect(g.source.offset(g.source.byte(TEXT.indexOf('Süß')))).toBe(TEXT.indexOf('Süß'))
  })

  it('say a rule with no blank before its commas', () => {
    const call = new Garden(TEXT.replace('gain(1 coin)\nkind', 'raise(heat, 2)\nkind'))
    const at = call.text.indexOf('raise(heat')
    const tokens = call.source.tokens.filter((t) => t.from >= at && t.to <= at + 'raise(heat, 2)'.length)
    const pieces = piecesOf(tokens)
    const said = pieces.map((p, i) => ('words' in p ? p.words : p.hole.text) + (isSpaced(pieces, i) ? ' ' : ''))
    expect(said.join('')).toBe('raise heat, 2')
  })

  it('put a line under every form of a card, and leave every other byte', () => {
    const add = (name: string) => g.after(appended(g.source, g.of(name), ['flavour: "x"']))
    expect(add('Plain')).toBe(TEXT.replace('plot Plain(2)', 'plot Plain(2):\n  flavour: "x"'))
    expect(add('Süß')).toBe(TEXT.replace('(3): after grown(by: me): gain(1 coin)',
      '(3):\n  after grown(by: me): gain(1 coin)\n  flavour: "x"'))
    expect(add('Both')).toBe(TEXT.replace('gain(2 coin)\n', 'gain(2 coin)\n  flavour: "x"\n'))
    const crlf = new Garden(TEXT.replaceAll('\n', '\r\n'))
    expect(crlf.after(appended(crlf.source, crlf.of('Both'), ['flavour: "x"']))).toBe(
      TEXT.replace('gain(2 coin)\n', 'gain(2 coin)\n  flavour: "x"\n').replaceAll('\n', '\r\n'))
  })

  it('take lines and steps out again', () => {
    const [sweet, both] = [g.of('Süß'), g.of('Both')]
    expect(g.after(without(g.source, both, both.items[0]!))).toBe(TEXT.replace('  points: 1\n', ''))
    const heat = g.of('heat')
    expect(g.after(without(g.source, heat, heat.items[0]!))).toContain('"Hitze"\nkind')
    expect(g.after(withoutStep(g.source, sweet, sweet.items[0]!, 0))).toBe(TEXT.replace(
      '"Süß"(3): after grown(by: me): gain(1 coin)', '"Süß"(3)'))
  })

  it('add steps behind others, never into a condition', () => {
    const [sweet, both] = [g.of('Süß'), g.of('Both')]
    expect(g.after(withStep(g.source, sweet.items[0]!, 'gain(4 oil)'))).toBe(TEXT.replace('gain(1 coin)\nplot Both',
      'gain(1 coin); gain(4 oil)\nplot Both'))
    expect(stepsOf(both.items[1]!.body)).toHaveLength(1)
    expect(g.after(withStep(g.source, both.items[1]!, 'gain(4 oil)'))).toBe(TEXT.replace(
      '(by: me): if me.stock[coin] > 2: pay(1 coin); gain(2 coin)',
      '(by: me):\n    if me.stock[coin] > 2: pay(1 coin); gain(2 coin)\n    gain(4 oil)'))
  })

  it('make rules from those there are', () => {
    const written = g.model.components.flatMap((kind) => kind.cards.flatMap((c) => g.of(c.name).items.map((item) => ({
      item, source: g.source, kind }))))
    const trigger = triggerDrafts(g.model, written)[0]!
    expect(writtenOf(trigger, [])).toBe('after grown(by: me)')
    const points = valueDrafts(g.model, 'points', 'number', written)
    expect(points.map((d) => writtenOf(d, ['7']))).toContain('7')
    const step = draftFrom(g.source, stepsOf(g.of('heat').items[0]!.body)[0]!)
    expect(writtenOf(step, ['5', 'oil'])).toBe('gain(5 oil)')
    expect(toldOf(g.model, step)).toBe('gain 1 coin')
    const card = cardText('plot', 'New one', [{ name: 'cost', text: '', list: false }, { name: 'colour', text: 'oil',
      list: false }], 2, ['points: 3'], '\n')
    expect(card).toBe('plot "New one"(colour: oil, copies: 2):\n  points: 3')
  })

  it('make sayable what cards cannot say yet', () => {
    const words = { requirement: 'Bedingung', taken: 'beim Nehmen', action: 'Aktion', unmet: 'sie gilt nicht', use:
      'Benutzen |', which: 'Welche?' }
    const kind = g.model.components.find((k) => k.name === 'plot')!
    const wired = (what: 'requires' | 'do' | 'action') => g.after(wiring(g.model, [g.source], kind, what, words, () =>
      g.source)!)
    expect(wired('requires')).toContain('choose c in heap "Which?"\n          needs c.requires "sie gilt nicht"\n')
    expect(wired('do')).toContain('move(c, to: me.garden)\n          c.do()\n')
    expect(wired('action')).toContain(
      '        or "Benutzen |":\n          choose c in me.garden where defined(c.action) "Welche?"\n' +
        '          c.action()\n')
  })
})
