// Boards as drawings, of every game there is and of those of tests/generality: how much they are, what can be read on
// them, what tells things apart without colour, and what is marked.
import { describe, expect, it } from 'vitest'
import { NOBODY } from '../src/draw/base'
import { lying, nameOf, tiles, type Plan, type Spot } from '../src/draw/board'
import { cover } from '../src/draw/cover'
import { layout, POINT, REACH } from '../src/draw/geometry'
import { texture } from '../src/draw/ground'
import type { Thing } from '../src/draw/icons'
import { gained, ghost, lastMove, LIGHT, LIGHTNESS, lit, picked, pressed, ringed, target } from '../src/draw/marks'
import { cube, disc, man, MEN, owned, tile } from '../src/draw/pieces'
import { lastMan, menOn, wayOf } from '../src/draw/points'
import { GROUNDS } from '../src/draw/scene'
import { boardsOf, pieceAsked, type BoardPlan } from '../src/model/board'
import { Game } from '../src/model/game'
import { lastMoves } from '../src/model/moves'
import type { Ground, LogLine, Part, Question } from '../src/protocol'
import { recorded, recordedGames } from './support/recorded'

const recordings = [...recordedGames('games'), ...recordedGames('boards')]
const all = recordings.filter((r) => boardsOf(r.game, r.views[0]!).length > 0)

/** All layers of a board as one text, with every space marked in every way. */
function whole({ plan, printed, cells }: BoardPlan): string {
  const at = (s: Spot, body: string) => `<g transform="translate(${s.x} ${s.y})">${body}</g>`
  return (
    `<defs>${tiles(plan, cells)}</defs>${plan.under}${printed}` +
    cells.map((s) => at(s, `${lying(plan, s)}<path d="${pressed(plan, s)}"><title/></path>`)).join('') +
    plan.over +
    cells.map((s) => at(s, target(plan, s))).join('') +
    cells.map((s) => nameOf(plan, s)).join('')
  )
}
const nodes = (svg: string) => svg.split('<').length - svg.split('</').length

/** Where texts stand: translations and scales are followed, what is turned or defined for use is left out. */
function textsOf(svg: string): { x: number; y: number; w: number; h: number; text: string }[] {
  const found: { x: number; y: number; w: number; h: number; text: string }[] = []
  const stack: ({ x: number; y: number; k: number } | null)[] = [{ x: 0, y: 0, k: 1 }]
  for (const [tag, closing, name, rest, self] of svg.matchAll(/<(\/?)([a-zA-Z]+)([^>]*?)(\/?)>/g)) {
    if (closing) {
      stack.pop()
      continue
    }
    const on = stack.at(-1) ?? null
    const of = (key: string) => Number(new RegExp(` ${key}="([^"]+)"`).exec(rest!)?.[1] ?? 0)
    if (name === 'text' && on) {
      const text = svg.slice(svg.indexOf(tag!) + tag!.length).split('<')[0]!
      const size = of('font-size') * on.k
      const w = (of('textLength') || of('font-size') * 0.6) * on.k
      found.push({ x: on.x + of('x') * on.k, y: on.y + of('y') * on.k - size * 0.75, w, h: size * 0.75, text })
    }
    if (self) continue
    const transform = / transform="([^"]+)"/.exec(rest!)?.[1] ?? ''
    const [, tx, ty] = /translate\(([-\d.]+)[ ,]([-\d.]+)\)/.exec(transform) ?? []
    const k = Number(/scale\(([-\d.]+)\)/.exec(transform)?.[1] ?? 1)
    const lost = !on || name === 'defs' || /rotate|skew|scale\([-\d.]+ /.test(transform)
    stack.push(lost ? null : { x: on.x + Number(tx ?? 0) * on.k, y: on.y + Number(ty ?? 0) * on.k, k: on.k * k })
  }
  return found
}

describe.each(all)('a board of $name', ({ game, views }) => {
  const boards = [views[0]!, views.at(-1)!].flatMap((view) => boardsOf(game, view))

  it('is at most 1,500 elements, names no colour of a page, and is the same once more', () => {
    for (const board of boards) {
      expect(nodes(whole(board))).toBeLessThanOrEqual(1500)
      expect(whole(board)).toBe(whole(board))
      expect(whole(board)).not.toMatch(/NaN|undefined|\[object/)
    }
  })

  it('has no text over another, nor outside', () => {
    for (const board of boards) {
      const texts = textsOf(whole(board))
      expect(texts.length).toBeGreaterThanOrEqual(board.cells.filter((c) => c.name && c.outline === 'hex').length)
      for (const [i, a] of texts.entries()) {
        const { width, height } = board.plan
        expect(a.x > -1 && a.x + a.w < width + 1 && a.y > -1 && a.y + a.h < height + 1, a.text).toBe(true)
        for (const b of texts.slice(i + 1)) {
          const apart = a.x + a.w < b.x + 1 || b.x + b.w < a.x + 1 || a.y + a.h < b.y + 1 || b.y + b.h < a.y + 1
          expect(apart, `${a.text} over ${b.text}`).toBe(true)
        }
      }
    }
  })

  it('has no space over another', () => {
    for (const { plan } of boards)
      plan.points.forEach((p, i) => {
        plan.points.slice(i + 1).forEach((q, j) => {
          const [a, b] = [REACH[plan.outlines[i]!], REACH[plan.outlines[i + 1 + j]!]]
          const hexes = plan.outlines[i] === 'hex' && plan.outlines[i + 1 + j] === 'hex'
          const [dx, dy] = [Math.abs(p.x - q.x), Math.abs(p.y - q.y)]
          const near = dx < (a.x + b.x) * 0.7 && dy < (a.y + b.y) * (hexes ? 0.7 : 0.6)
          expect(near, `${i} and ${i + 1 + j}`).toBe(false)
        })
      })
  })

  it('has a cover', () => {
    const [board] = boards
    const input = { plan: board!.plan, printed: board!.printed, spots: board!.cells }
    const svg = cover({ board: input, backs: [], fan: 0, seed: 'x', id: 'c' }, 350, 232)
    expect(nodes(svg)).toBeLessThanOrEqual(1500)
  })
})

describe('squares that are called by column and row', () => {
  it('have letters and numbers at the edge, and no names over what lies there', () => {
    const { game, views } = recorded('reversi')
    const [board] = boardsOf(game, views.at(-1)!)
    const { plan, cells } = board!
    expect(plan.lettered).toBe(true)
    expect(cells.map((c) => nameOf(plan, c)).join('')).toBe('')
    const texts = textsOf(board!.printed).map((t) => t.text)
    expect(texts).toEqual([...'abcdefgh', ...'12345678'])
    expect(cells.find((c) => c.name === 'a1')).toMatchObject({ x: plan.points[0]!.x })
    const [other] = boardsOf(recorded('tic-tac-toe').game, recorded('tic-tac-toe').views[0]!)
    expect(other!.plan.lettered).toBe(false)
  })

  it('stay the same where nothing changed, and are new where something did', () => {
    const { game, views } = recorded('reversi')
    const [before, after] = [boardsOf(game, views[0]!)[0]!.cells, boardsOf(game, views[1]!)[0]!.cells]
    const changed = after.filter((c, i) => c !== before[i])
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.length).toBeLessThan(after.length / 2)
    const differs = after.filter((c, i) => c.owners[0]?.seat !== before[i]!.owners[0]?.seat)
    for (const c of differs) expect(changed).toContain(c)
  })
})

describe('a board of sixty spaces', () => {
  it('is drawn within 30 milliseconds', () => {
    const { game, views } = recorded('mars')
    const times = Array.from({ length: 9 }, () => {
      const before = performance.now()
      for (const board of boardsOf(game, views.at(-1)!)) whole(board)
      return performance.now() - before
    })
    expect(times.sort((a, b) => a - b)[4]).toBeLessThan(30)
  })
})

/** A drawing without its colours. */
const colourless = (svg: string) =>
  svg.replaceAll(/ (fill|stroke|stop-color)="[^"]*"/g, '').replaceAll(/ id="[^"]*"|url\([^)]*\)/g, '')
const distinct = (drawings: string[]) => new Set(drawings.map(colourless)).size === drawings.length

describe('without colour', () => {
  const thing = (picture: string | undefined, letters = ''): Thing => ({
    ...{ sort: 'piece', name: letters, colour: 1, picture, letters },
  })

  it('seats differ by their signs', () => {
    const seats = [NOBODY, 0, 1, 2, 3, 4, 5]
    expect(distinct(seats.map((s) => cube(s, 11)))).toBe(true)
    expect(distinct(seats.map((s) => disc(s, 30)))).toBe(true)
    const hex = recorded('mars').game
    const { plan, cells } = boardsOf(hex, recorded('mars').views[0]!)[0]!
    expect(distinct(seats.map((s) => lastMove(plan, cells[0]!, s, false)))).toBe(true)
  })

  it('tiles differ by their pictures or letters', () => {
    const pictures = ['waves', 'tree', 'city', 'factory', 'flower', 'lock', 'volcano', 'target', 'bird']
    const drawings = [...pictures.map((p) => thing(p)), thing(undefined, 'Hu'), thing(undefined, 'Bo')]
    for (const outline of ['hex', 'square'] as const)
      expect(distinct(drawings.map((t) => tile(t, outline, 'seed', 'id')))).toBe(true)
    expect(distinct(MEN.map((p) => man(p, 0, 60)))).toBe(true)
    expect(owned(thing('city'), 0, 40, 'hex', 's')).not.toBe(owned(null, 0, 40, 'hex', 's'))
  })

  it.each(all)('kinds of $name have a dashed rim, and tiles that lie there differ', ({ game, views }) => {
    for (const { plan, printed, cells } of boardsOf(game, views.at(-1)!)) {
      const plain = plan.ground.form === 'rack' || plan.ground.form === 'points' // a bar is no triangle
      const special = cells.some((c) => c.kind && c.outline !== 'chip')
      if (!plain && special) expect(printed).toContain('stroke-dasharray="6 3"')
      const lie = new Map(cells.flatMap((c) => (c.tile ? [[c.tile.name, c.tile] as const] : [])))
      expect(distinct([...lie.values()].map((t) => tile(t, 'hex', 'seed', 'id')))).toBe(true)
    }
  })

  it('marks differ by their shapes', () => {
    for (const { plan, cells } of all.flatMap(({ game, views }) => boardsOf(game, views[0]!).slice(0, 1))) {
      const [s] = cells
      const marks = [target(plan, s!), lastMove(plan, s!, 0, false), lastMove(plan, s!, 0, true)]
      expect(distinct([...marks, ringed(plan, s!), picked(plan, s!)])).toBe(true)
    }
  })
})

describe('boards of points', () => {
  const { game, views } = recorded('backgammon')
  const { plan, cells } = boardsOf(game, views[0]!)[0]!
  const men = (svg: string) => svg.split('<g transform="translate(0 ').length - 1

  it('have as many men as the number of a space says, from the edge inwards', () => {
    for (const cell of cells.filter((c) => c.owners.length > 0)) {
      const n = cell.extras[0]!.n!
      expect(menOn(cell)).toBe(n)
      expect(men(lying(plan, cell))).toBe(n)
      const last = lastMan(plan, cell)!
      expect(Math.abs(last.y) + last.r).toBeLessThan(POINT / 2)
      if (n < 3) expect(Math.sign(last.y)).toBe(-wayOf(plan, cell.y))
    }
    expect(cells.filter((c) => c.owners.length === 0).every((c) => lying(plan, c) === '')).toBe(true)
  })

  it('crowd where there is no room, and then say how many', () => {
    const cell = cells.find((c) => c.owners.length > 0)!
    const crowd = { ...cell, extras: [{ ...cell.extras[0]!, n: 15 }] }
    expect(men(lying(plan, crowd))).toBe(15)
    expect(lying(plan, crowd)).toContain('>15<')
    expect(lying(plan, cell)).not.toContain('<text')
    expect(Math.abs(lastMan(plan, crowd)!.y)).toBeLessThan(POINT / 2)
  })

  it('hang from the upper edge in odd rows and stand on the lower one in even rows', () => {
    expect(cells.map((c) => wayOf(plan, c.y))).toEqual(cells.map((c) => (game.space(c.space).row === 0 ? 1 : -1)))
  })
})

describe('grounds', () => {
  it('have a texture each, of three or four paths, from a seed', () => {
    const drawn = (Object.keys(GROUNDS) as Ground['texture'][]).map((kind) => texture(kind, 600, 400, 'seed'))
    for (const svg of drawn) expect(svg.split('<path').length - 1).toBeLessThanOrEqual(4)
    expect(texture('rock', 600, 400, 'a')).toBe(texture('rock', 600, 400, 'a'))
    expect(texture('rock', 600, 400, 'a')).not.toBe(texture('rock', 600, 400, 'b'))
  })
})

describe('places and ways', () => {
  const row = (n: number) => Array.from({ length: n }, (_, col) => ({ row: 0, col }))
  it('lie by springs where no rows say how, without a way through another place', () => {
    const grid: [number, number][] = [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]] // prettier-ignore
    const { points } = layout('graph', row(6), grid, 'seed')
    for (const [a, b] of grid) {
      const [p, q] = [points[a]!, points[b]!]
      for (const [i, o] of points.entries()) {
        if (i === a || i === b) continue
        const [dx, dy] = [q.x - p.x, q.y - p.y]
        const along = Math.min(1, Math.max(0, ((o.x - p.x) * dx + (o.y - p.y) * dy) / (dx * dx + dy * dy)))
        expect(Math.hypot(o.x - p.x - along * dx, o.y - p.y - along * dy)).toBeGreaterThan(25)
      }
    }
    expect(layout('graph', row(6), grid, 'seed')).toEqual(layout('graph', row(6), grid, 'seed'))
  })

  it('lie where the definition puts them, and do not touch', () => {
    const at: [number, number][] = [[0, 10], [10, 0], [40, 10]] // prettier-ignore
    const { points } = layout('graph', row(3).map((p, i) => ({ ...p, at: at[i]! })), [[0, 1]], 'seed')
    const [a, b, c] = [points[0]!, points[1]!, points[2]!]
    expect(a.y).toBeCloseTo(c.y)
    expect((c.x - a.x) / (b.x - a.x)).toBeCloseTo(4)
    expect((a.y - b.y) / (b.x - a.x)).toBeCloseTo(1)
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(2 * REACH.oval.x)
    const unfinished = row(3).map((p, i) => ({ ...p, at: i ? at[i]! : null }))
    expect(layout('graph', unfinished, [[0, 1]], 'seed')).toEqual(layout('graph', row(3), [[0, 1]], 'seed'))
  })

  it('a loose board lies where the definition puts its spaces', () => {
    const at = [[0, 0], [5, 5]].map(([x, y]) => ({ row: 0, col: 0, at: [x, y] as [number, number] })) // prettier-ignore
    const [a, b] = layout('loose', at).points
    expect(b!.x - a!.x).toBeCloseTo(b!.y - a!.y)
    expect(b!.y - a!.y).toBeGreaterThan(REACH.chip.y)
  })

  it('a ring is round', () => {
    const { points, width, height } = layout('ring', row(12))
    for (const p of points) {
      const [rx, ry] = [width / 2 - REACH.oval.x, height / 2 - REACH.oval.y]
      expect(Math.hypot((p.x - width / 2) / rx, (p.y - height / 2) / ry)).toBeCloseTo(1, 1)
    }
  })
})

describe('what others did last', () => {
  const { game } = recorded('tic-tac-toe')
  const put = (space: number, now: number): Part => ({ what: 'put', var: 0, space, now })
  const line = (seat: number | null, ...parts: Part[]): LogLine => ({ seat, text: '', parts })
  const since = (log: LogLine[], own: number | null) => log.findLastIndex((l) => l.seat === own) + 1 || -1
  const marks = (log: LogLine[], own: number | null) =>
    lastMoves(game, log, own, own === null ? -1 : since(log, own)).map((m) =>
       `${m.space} by ${m.seat}${m.left ? ' left' : ''}`)

  it('is marked since one moved oneself, and stays until the other moves again', () => {
    const twice = [line(0, put(0, 0)), line(1, put(1, 1)), line(null), line(1, put(2, 1))]
    expect(marks(twice, 0)).toEqual(['1 by 1', '2 by 1'])
    expect(marks([line(0, put(0, 0)), line(1, put(1, 1)), line(0, put(3, 0))], 0)).toEqual(['1 by 1'])
    expect(marks([line(1, put(1, 1)), line(0, put(3, 0)), line(1)], 0)).toEqual([])
    expect(marks([], 0)).toEqual([])
  })

  it('of a spectator is the last turn of each', () => {
    expect(marks([line(0, put(0, 0)), line(1, put(1, 1)), line(0, put(2, 0))], null)).toEqual(['1 by 1', '2 by 0'])
  })

  it('tells what came from what went', () => {
    expect(marks([line(0), line(1, put(4, -1), put(5, 1))], 0)).toEqual(['4 by 1 left', '5 by 1'])
    expect(marks([line(0), line(1, { what: 'put', var: 0, space: 4, by: -3, now: 0 })], 0)).toEqual(['4 by 1 left'])
  })

  it('tells the place that the line names from what changed because of it', () => {
    const turned: LogLine = { ...line(1, put(4, 1), put(5, 1)), spans: [[0, 1, 'space', 5]] }
    const named = (log: LogLine[]) => lastMoves(game, log, 0, 1).map((m) => [m.space, m.named])
    expect(named([line(0), turned])).toEqual([[4, false], [5, true]])
    expect(named([line(0), line(1, put(4, 1))])).toEqual([[4, true]])
    const { plan, cells } = boardsOf(game, recorded('tic-tac-toe').views[0]!)[0]!
    const drawn = (is: boolean) => lastMove(plan, cells[0]!, 1, false, is)
    expect(drawn(true)).toContain('<circle')
    expect(drawn(false)).not.toContain('<circle')
  })
})

describe('the piece that is asked about', () => {
  const cityOf = (game: Game) => game.about.members.findIndex((m) => m.sort === 'piece' && m.name === 'city')
  const asks = (spans: Question['spans']): Question => ({
    ...{ prompt: '', about: null, paid: null, kind: 'choose', flags: [], preset: null, answers: [] },
    ...(spans && { spans }),
  })
  it('is the one the question names, or one\'s own where nothing else can lie there', () => {
    const { game } = recorded('mars')
    const found = pieceAsked(game, asks([[0, 4, 'member', cityOf(game)]]))
    expect(found).toMatchObject({ tile: { picture: 'city' }, mine: false })
    expect(pieceAsked(game, asks(undefined))).toBe(null)
    expect(pieceAsked(recorded('tic-tac-toe').game, asks(undefined))).toEqual({ tile: null, mine: true })
  })

  it('stands where it would, with what it brings', () => {
    const { game, views } = recorded('mars')
    const { plan, cells } = boardsOf(game, views[0]!)[0] as { plan: Plan; cells: Spot[] }
    const drawn = ghost(plan, cells[0]!, pieceAsked(game, asks([[0, 4, 'member', cityOf(game)]]))!.tile, null)
    const id = /<use href="#([^"]+)"/.exec(drawn)![1]
    expect(drawn).toContain(`<g id="${id}">`) // a tile that does not lie there yet
    expect(gained([{ by: -2, thing: null, text: 'points' }], 'hex')).toContain('−2')
    expect(gained([], 'hex')).toBe('')
  })
})

describe('cards that a space gives', () => {
  for (const name of ['mars', 'coal-mines'])
    it(`are drawn as cards in any language: ${name}`, () => {
      const { game, views } = recorded(name)
      const { about } = game
      const spaces = about.spaces.map((s) => ({
        ...s,
        gives: s.gives.map((gift) => (gift.cards ? { ...gift, text: `${gift.n} Karten` } : gift)),
      }))
      const giving = spaces.flatMap((s, i) => (s.gives.some((gift) => gift.cards) ? [i] : []))
      expect(giving.length).toBeGreaterThan(0)
      const [plan] = boardsOf(new Game({ ...about, spaces, hash: `${about.hash}de` }), views[0]!)
      for (const cell of plan!.cells.filter((c) => giving.includes(c.space)))
        expect(cell.prints.some((print) => print.thing?.sort === 'card'), cell.title).toBe(true)
    })
})

describe('boards of players', () => {
  it('are one for each seat, with what lies loose beside them', () => {
    const { game, views } = recordedGames('boards').find((r) => r.name === 'walls')!
    const boards = boardsOf(game, views[0]!)
    const seats = game.about.seats.map((_, seat) => seat)
    expect(boards.map((b) => b.owner)).toEqual([null, ...seats])
    const own = (seat: number) => boards.find((b) => b.owner === seat)!.cells.map((c) => c.space)
    for (const seat of seats)
      for (const space of own(seat)) expect(game.about.boards[game.space(space).board]!.owner).toBe(seat)
    expect(new Set(seats.map((seat) => own(seat).length)).size).toBe(1)
    expect(new Set(own(0).map((space) => game.space(space).board)).size).toBe(2)
  })
})

it('a cover without a board fans no more cards than the game has', () => {
  const fan = (n: number) =>
    cover({ board: null, backs: [{ colour: 0, picture: undefined }], fan: n, seed: 'x', id: 'c' }, 350, 232)
  const turns = (svg: string) => [...svg.matchAll(/rotate\((-?[\d.]+)\)/g)].map((m) => Number(m[1]))
  expect(turns(fan(208))).toEqual([-34, -17, 0, 17, 34])
  expect(turns(fan(3))).toEqual([-17, 0, 17])
  expect(turns(fan(2))).toEqual([-8.5, 8.5])
})

it('a cover without a board shows pictures of its cards, the first on top', () => {
  const backs = [{ colour: 1, picture: 'crown' }, { colour: 2, picture: 'house' }]
  const drawn = (n: number) => cover({ board: null, backs, fan: n, seed: 'x', id: 'c' }, 350, 232)
  expect(drawn(2).lastIndexOf('#p-crown"')).toBeGreaterThan(drawn(2).lastIndexOf('#p-house"'))
  expect([drawn(1).includes('#p-crown"'), drawn(1).includes('#p-house"')]).toEqual([true, false])
})

describe('a space one may go to', () => {
  const parts = (c: string) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16))
  it('is lit so that it is seen on the ground of every board, by day and by night', () => {
    for (const { name, game, views } of all)
      for (const board of boardsOf(game, views[0]!)) {
        const cell = board.cells[0]!
        const svg = lit(board.plan, cell)
        if (svg) expect(svg, name).toContain('fill-opacity')
        for (const ground of [board.ground.day, board.ground.night]) {
          const [a, b] = [parts(ground), parts(LIGHT)]
          const far = Math.hypot(...a.map((v, i) => (b[i]! - v) * LIGHTNESS))
          expect(far, `${name} ${ground}`).toBeGreaterThan(20)
        }
      }
  })
})
