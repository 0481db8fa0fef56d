// What all drawings are made of: colours that can be read and are those of the theme, texts in boxes, the sprite.
import { motifsOf } from '../src/draw/card'
import { factsOf } from '../src/model/cards'
import { thingsOf } from '../src/model/things'
import { recorded } from './support/recorded'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AUTO, chance, onTint, TINT } from '../src/draw/base'
import { breakLines, cut, flow, measure, words } from '../src/draw/boxes'
import { anyPiece, coin, icon, sprite, type Sort, type Thing } from '../src/draw/icons'
import { GROUNDS, habitat, scene } from '../src/draw/scene'
import { PICTURES } from '../src/pictures'
import type { Ground } from '../src/protocol'
import { contrast } from './support/contrast'
import { ROOT } from './support/server'

const theme = readFileSync(join(ROOT, 'web/src/theme.css'), 'utf8')
const classes = [...theme.matchAll(/^\.(tint|auto)-(\d) \{ --tint: (#\w+); --on-tint: (#\w+); \}$/gm)]

describe('colours', () => {
  it('are those of the theme', () => {
    expect(classes).toHaveLength(19)
    for (const [, group, n, colour] of classes) expect(TINT[Number(n) + (group === 'auto' ? AUTO : 0)]).toBe(colour)
  })

  it('bear what is written on them, here and in the theme', () => {
    for (const colour of TINT) expect(contrast(onTint(colour), colour), colour).toBeGreaterThanOrEqual(4.5)
    for (const [, , , colour, ink] of classes) expect(contrast(ink!, colour!), colour).toBeGreaterThanOrEqual(4.5)
  })
})

describe('texts', () => {
  it('are as wide as their letters, and narrower in the narrow type', () => {
    expect(measure('ill', 10)).toBeLessThan(measure('WWW', 10) / 3)
    expect(measure('Wort', 10, { narrow: true })).toBeCloseTo(0.82 * measure('Wort', 10))
    expect(measure('ü', 10)).toBe(measure('u', 10))
    expect(measure('森', 10)).toBe(10)
  })

  it('break and are cut where the width ends', () => {
    const text = 'place a tile next to two others of the same colour'
    const lines = breakLines(text, 10, 80)
    expect(lines.join(' ')).toBe(text)
    for (const line of lines) expect(measure(line, 10)).toBeLessThanOrEqual(80)
    expect(measure(cut(text, 10, 80), 10)).toBeLessThanOrEqual(80)
    expect(cut('short', 10, 80)).toBe('short')
  })

  it('say their width to the browser, and nothing that would be a tag', () => {
    const { svg, w } = words('a < b & "c"', 10)
    expect(svg).toContain(`textLength="${Math.round(w * 100) / 100}"`)
    expect(svg).toContain('a &lt; b &amp; &quot;c&quot;')
  })

  it('flow in lines', () => {
    const b = { w: 30, h: 10, svg: '<g/>' }
    expect(flow([b, b, b], 70, 5)).toMatchObject({ w: 65, h: 25 })
  })
})

const SORTS: Sort[] = ['resource', 'tag', 'piece', 'space', 'track', 'counter', 'card', 'cube']
const uses = (svg: string) => [...svg.matchAll(/href="#([^"]+)"/g)].map((m) => m[1]!)
const paints = (svg: string) => [...svg.matchAll(/url\(#([^)]+)\)/g)].map((m) => m[1]!)

describe('the sprite', () => {
  const things = SORTS.flatMap((sort): Thing[] => [
    { sort, name: 'wood & <co>', colour: 2, picture: 'tree' },
    { sort, name: 'nothing', colour: 13, letters: 'Nü', form: 'square' },
  ])
  const defs = sprite(things)
  const ids = [...defs.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]!)

  it('holds each symbol once, and all that icons and scenes use', () => {
    expect(new Set(ids).size).toBe(ids.length)
    const pictures = Object.keys(PICTURES)
    const scenes = pictures.map((p) => scene(140, 60, { motifs: [{ picture: p, colour: 3 }], seed: p }).svg)
    const icons = [...things, anyPiece('round')].map((t) => icon(t, 20, { red: true, no: true }).svg)
    const cubes = things.filter((t) => t.sort === 'tag').map((t) => icon(t, 20, { as: 'cube' }).svg)
    for (const svg of [...scenes, ...icons, ...cubes, coin(12, 20).svg, coin('', 20).svg, defs]) {
      for (const id of [...uses(svg), ...paints(svg)]) expect(ids).toContain(id)
      expect(svg).not.toContain('NaN')
      expect(svg).not.toContain('undefined')
    }
  })

  it('names what an icon shows', () => {
    expect(icon(things[0]!, 20).svg).toContain('<title>wood &amp; &lt;co&gt;</title>')
  })
})

describe('scenes', () => {
  it('are the same for the same seed, and others for another', () => {
    const of = (seed: string) => scene(140, 60, { motifs: [{ picture: 'tree', colour: 2 }], seed }).svg
    expect(of('a')).toBe(of('a'))
    expect(of('a')).not.toBe(of('b'))
    expect(chance('x')()).toBe(chance('x')())
  })

  it('have a place for every picture and a ground for every colour', () => {
    const places = new Set(Object.keys(PICTURES).map(habitat))
    expect([...places].sort()).toEqual(['land', 'sky', 'space', 'thing', 'water'])
    const textures = Object.keys(GROUNDS) as Ground['texture'][]
    const grounds = textures.flatMap((texture) =>
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((colour): Ground => ({ texture, colour, shape: 'sheet', checker: false })),
    )
    const shown = grounds.map((ground) => scene(9, 9, { motifs: [], ground, seed: '', mood: 'land' }).svg)
    expect(new Set(shown).size).toBe(shown.length)
  })
})

describe('art', () => {
  it('differs from card to card, and shows what an award counts', () => {
    const { game } = recorded('mars')
    const printed = game.about.cards.flatMap((c, i) => (c.zoned && c.copy === 0 ? [i] : []))
    const first = printed.map((c) => motifsOf(factsOf(game, c), thingsOf(game))[0]!.picture)
    const most = Math.max(...[...new Set(first)].map((p) => first.filter((o) => o === p).length))
    expect(most / first.length).toBeLessThan(0.12)
    const awards = game.about.cards.flatMap((c, i) => (c.kind === 'award' ? [i] : []))
    const shown = awards.map((c) => motifsOf(factsOf(game, c), thingsOf(game))[0]!.picture)
    expect(new Set(shown).size).toBe(awards.length)
    expect(shown).not.toContain('card')
    for (const c of awards) expect(factsOf(game, c).kind.colour).toBeGreaterThan(0)
  })
})
