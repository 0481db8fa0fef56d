// The model of what stands around a game: maps one comes closer to, looking back, the lobby, links, and small things.
import { describe, expect, it } from 'vitest'
import { follow, left, minutes, NO_CLOCKS, struck } from '../src/model/clock'
import { byOwner, cardOf } from '../src/model/cards'
import { changeOf, giftsOf, valueText } from '../src/model/data'
import { Game, roundsOf, seatNames } from '../src/model/game'
import { othersFirst, ownFirst, people, quickTable } from '../src/model/lobby'
import { freeSeats } from '../src/model/seats'
import { sentence, told } from '../src/model/log'
import { answersOf, gainsOf, namedCards, targetsOf, warningsOf } from '../src/model/question'
import { PICTURES } from '../src/pictures'
import { piecesOf } from '../src/model/proof'
import { addressOf, fragmentOf, stepAt } from '../src/model/replay'
import { remember } from '../src/model/history'
import { scoreOf } from '../src/model/score'
import { sourcesOf } from '../src/model/sources'
import {
  friendsSetup, gameWord, isOf, saveAs, savedFrom, setupFromQuery, setupPath, setupToQuery, tableFrom, usualSetup,
  type Setup,
} from '../src/model/setup'
import { isWhole, move, reveal, wholeOf, zoom } from '../src/model/zoom'
import { goalsOf } from '../src/model/zones'
import type { Question, Span, Variable } from '../src/protocol'
import { recorded } from './support/recorded'

describe('a map one comes closer to', () => {
  const whole = wholeOf({ width: 400, height: 200 })

  it('keeps the point under the finger, and its shape', () => {
    const frame = zoom(whole, whole, 2, { x: 100, y: 50 })
    expect(frame).toEqual({ x: 50, y: 25, width: 200, height: 100 })
    expect(isWhole(frame, whole)).toBe(false)
    expect(zoom(frame, whole, 0.1)).toEqual(whole)
    expect(zoom(whole, whole, 1000).width).toBeGreaterThan(whole.width / 10)
  })

  it('never leaves the map', () => {
    const frame = zoom(whole, whole, 2)
    expect(move(frame, whole, -1000, 1000)).toMatchObject({ x: 0, y: 100 })
    expect(zoom(frame, whole, 2, { x: 400, y: 200 }).x).toBeLessThanOrEqual(300)
  })

  it('moves no farther than needed to show a place', () => {
    const frame = zoom(whole, whole, 2) // from 100, 50 to 300, 150
    expect(reveal(frame, whole, { x: 200, y: 100 }, 20)).toEqual(frame)
    expect(reveal(frame, whole, { x: 310, y: 100 }, 20)).toMatchObject({ x: 130, y: 50 })
    expect(reveal(frame, whole, { x: 50, y: 10 }, 20)).toMatchObject({ x: 30, y: 0 })
  })
})

describe('looking back', () => {
  it('reads the link and the moment from any address', () => {
    expect(addressOf('#Ab-_9@12')).toEqual({ link: 'Ab-_9', n: 12 })
    expect(addressOf(' https://example.org/replay#Ab9@0 ')).toEqual({ link: 'Ab9', n: 0 })
    expect(addressOf('Ab9')).toEqual({ link: 'Ab9', n: null })
    expect(addressOf('Ab9@x')).toEqual({ link: 'Ab9', n: null })
    expect(addressOf('')).toEqual({ link: '', n: null })
    expect(addressOf(fragmentOf('Ab9', 7))).toEqual({ link: 'Ab9', n: 7 })
    expect(fragmentOf('Ab9', 0)).toBe('#Ab9')
  })

  it('says what led to a moment, also where not all is known', () => {
    const steps = [{ n: 2, seat: 0, text: 'a' }, { n: 5, seat: 1, text: 'b' }]
    expect([0, 2, 4, 5, 9].map((n) => stepAt(steps, n)?.text)).toEqual([undefined, 'a', 'a', 'b', 'b'])
  })
})

describe('the lobby', () => {
  const seat = (name: string | null, bot: string | null = null) => ({ name, bot, held: name !== null, here: true })
  const table = (id: string, more: object) => ({
    id,
    game: 'g',
    title: 'G',
    settings: { options: {}, listed: true, seeded: false, clock: null },
    seats: [seat('Ann'), seat(null, 'greedy')],
    next: null,
    watching: 0,
    begun: true,
    over: false,
    n: 4,
    asked: [1],
    ...more,
  })

  it('has one\'s own tables first, and of them those where it is one\'s turn', () => {
    const tables = [
      table('over', { over: true, asked: [] }),
      table('others', {}),
      table('free', { seats: [seat('Ann'), seat(null)] }),
      table('turn', { asked: [0, 1] }),
      table('unknown', { asked: undefined }),
    ]
    expect(ownFirst(tables, () => 0).map((o) => [o.table.id, o.standing])).toEqual([
      ['turn', 'turn'],
      ['free', 'seats'],
      ['others', 'others'],
      ['unknown', 'others'],
      ['over', 'over'],
    ])
    expect(ownFirst([table('t', { asked: [0] })], () => null)[0]!.standing).toBe('others')
    expect(
      ownFirst([table('t', { asked: [0], seats: [seat('Ann', 'greedy'), seat('Ben')] })], () => 0)[0]!.standing,
    ).toBe('others')
  })

  it('has tables of others with a free seat first, and says who waits there', () => {
    const tables = [
      table('full', {}),
      table('mine', {}),
      table('free', { seats: [seat('Clara'), seat(null), seat(null)] }),
    ]
    expect(othersFirst(tables, ['mine']).map((t) => t.id)).toEqual(['free', 'full'])
    expect([people(tables[2]!), freeSeats(tables[2]!), people(tables[0]!)]).toEqual([['Clara'], 2, ['Ann', 'Greedy']])
    const unnamed = tables[0]!.seats.map((s) => ({ ...s, name: null })) as typeof tables[0]['seats']
    expect(people({ ...tables[0]!, seats: unnamed })).toEqual(['Greedy']) // nobody is called by a dash
  })

  it('starts a game against the strongest bot, unlisted and with the usual options', () => {
    const game = {
      name: 'g',
      title: 'G',
      players: [1, 4] as [number, number],
      bots: ['random', 'greedy'],
      usual_bot: 'greedy',
      options: [{ name: 'map', title: 'Map', values: ['a', 'b'] }],
    }
    expect(quickTable(game, 'Ann')).toEqual({
      game: 'g',
      options: { map: 'a' },
      seats: [{ bot: null, name: 'Ann' }, { bot: 'greedy' }],
      listed: false,
      practice: false,
      takeover: false,
      seed: null,
      clock: null,
      move_clock: null,
      late: null,
      always: false,
    })
    expect(quickTable({ ...game, players: [1, 1] }, '').seats).toEqual([{ bot: null }])
  })
})

describe('a table as a link', () => {
  const game = {
    name: 'g',
    title: 'G',
    players: [2, 4] as [number, number],
    bots: ['random', 'greedy'],
      usual_bot: 'greedy',
    options: [{ name: 'map', title: 'Map', values: ['a', 'b'] }],
  }

  it('is read as it was written', () => {
    const full: Setup = {
      seats: ['', 'greedy', ''],
      options: { map: 'b' },
      listed: true,
      practice: true,
      takeover: true,
      always: true,
      clock: 600,
      moveClock: 45,
      late: 'pass',
      seed: '18446744073709551615',
    }
    for (const setup of [full, usualSetup(game), friendsSetup(game)])
      expect(setupFromQuery(game, setupToQuery(game, setup).slice('/new'.length))).toEqual({ setup, misfits: [] })
    expect(setupFromQuery(game, setupPath('g').slice('/new'.length)).setup).toEqual(friendsSetup(game))
  })

  it('is refused with what does not fit', () => {
    const wrong = (search: string) => setupFromQuery(game, `?game=g&${search}`).misfits.map((m) => [m.what, m.name])
    expect(wrong('seats=greedy')).toEqual([['seats', 'seats']])
    expect(wrong('seats=,x')).toEqual([['bot', 'seats']])
    expect(wrong('with.map=c&with.other=1')).toEqual([['value', 'map'], ['option', 'other']])
    expect(wrong('listed=1&clock=0&move=9999999&late=never&seed=-1&colour=red')).toEqual([
      ['truth', 'listed'],
      ['seconds', 'clock'],
      ['seconds', 'move'],
      ['late', 'late'],
      ['seed', 'seed'],
      ['word', 'colour'],
    ])
    expect(wrong('late=bot')).toEqual([['late', 'late']]) // there is no clock
    expect(wrong('late=bot&move=30')).toEqual([])
  })

  it('is what the server is asked for', () => {
    const setup: Setup = { ...usualSetup(game), seats: ['greedy', '', ''], moveClock: 30, late: 'bot', seed: '7' }
    expect(tableFrom(game, setup, 'Ann')).toMatchObject({
      seats: [{ bot: 'greedy' }, { bot: null, name: 'Ann' }, { bot: null }],
      move_clock: 30,
      late: 'bot',
      seed: '7',
    })
    expect(tableFrom(game, { ...setup, moveClock: null }, '').late).toBe(null)
  })

  it('is kept in the browser under a name, for its game', () => {
    const other = { ...game, name: 'h' }
    const mine = { name: 'usual', query: setupToQuery(game, usualSetup(game)) }
    const theirs = { name: 'usual', query: setupToQuery(other, usualSetup(other)) }
    const all = saveAs(saveAs(saveAs([], game, mine), other, theirs), game, { ...mine })
    expect(savedFrom(JSON.stringify(all))).toEqual([theirs, mine])
    expect(all.filter((s) => isOf(s, game))).toEqual([mine])
    for (const text of [null, 'nonsense', '{}', '[1, {"name": "x"}, {"name": "x", "query": "https://e.org/"}]'])
      expect(savedFrom(text)).toEqual([])
  })

  it('calls options as the language does that the game has', () => {
    const spoken = { ...game, words: { xx: { a: 'eins' } } }
    expect(gameWord(spoken, 'xx', 'a')).toBe('eins')
    expect(gameWord(spoken, 'xx', 'b')).toBe('b')
    expect(gameWord(spoken, 'en', 'a')).toBe('a')
  })
})

describe('small things', () => {
  const { game, views } = recorded('tinyforming')

  it('makes cards that the branches of a choice name targets, and shows them though they lie nowhere', () => {
    const { question } = views.find((v) => v.question?.kind === 'either')!
    const named = namedCards(game, question)
    expect(named).toHaveLength(question!.answers.length)
    const targets = targetsOf(game, question, new Map())
    for (const [i, card] of named.entries()) {
      expect(question!.answers[i]!.text).toContain(game.card(card).name)
      expect(targets.cards.get(card)).toEqual([{ path: [question!.answers[i]!.id], via: question!.answers[i]!.text }])
    }
    expect(answersOf(game, question!).map((a) => a.named)).toEqual(named.map((card) => [card]))
    expect(namedCards(game, { ...question!, kind: 'choose' })).toEqual([])
  })

  it('puts cards of several players apart, one\'s own first', () => {
    const view = views.find((v) => goalsOf(game, v).some((g) => g.kind === 'project' && g.goals.length === 6))!
    const cards = goalsOf(game, view).find((g) => g.kind === 'project')!.goals.map((g) => cardOf(game, view, g.card))
    expect(byOwner(cards, 0).map((p) => [p.seat, p.plans.length])).toEqual([[0, 3], [1, 3]])
    expect(byOwner(cards, 1).map((p) => p.seat)).toEqual([1, 0])
    for (const plan of cards) expect(plan.on.join()).not.toContain(plan.owner!.name)
    expect(byOwner(cards.map((c) => ({ ...c, owner: null })), 0)).toHaveLength(1)
  })

  it('counts rounds', () => expect(roundsOf(game, views.at(-1)!)[0]).toMatchObject({ name: 'generation' }))

  it('says names where a line says it means seats, and nowhere else', () => {
    const line = {
      seat: 0,
      text: 'A Für 𝔹: A gives B 2 A',
      spans: [
        [10, 1, 'seat', 0],
        [18, 1, 'seat', 1],
        [20, 1, 'number', 2],
      ] as Span[],
    }
    expect(sentence(line, ['Ann', 'Ben'])).toBe('A Für 𝔹: Ann gives Ben 2 A')
    expect(told(line, ['Ann', 'Ben']).map((p) => p.seat)).toEqual([
      undefined,
      0,
      undefined,
      1,
      undefined,
      undefined,
      undefined,
    ])
    expect(sentence({ text: 'A draws' }, ['Ann', 'Ben'])).toBe('A draws')
  })

  it('calls seats by people, by bots, or by letters, and no two the same', () => {
    const seat = (name: string | null, bot: string | null = null, held = false, resigned = false) =>
      ({ name, bot, held, resigned })
    const names = (letters: string[], seats: ReturnType<typeof seat>[]) =>
      seatNames(letters, seats, (i) => ['Blue', 'Orange', 'Green'][i]!)
    expect(names(['A', 'B'], [])).toEqual(['Blue 1', 'Orange 2'])
    expect(names(['A', 'B', 'C'], [seat('Ann'), seat(null, 'greedy'), seat(null)])).toEqual([
      'Ann',
      'Greedy',
      'Green 3',
    ])
    expect(names(['A', 'B', 'C'], [seat('ann'), seat('Ann', 'greedy'), seat('C')])).toEqual(['ann 1', 'Ann 2', 'C'])
    expect(names(['A', 'B', 'C'], [seat(null, 'greedy'), seat(null, 'greedy'), seat('')])).toEqual([
      'Greedy 1',
      'Greedy 2',
      'Green 3',
    ])
    // A bot that plays for somebody does not give the seat its name
    expect(names(['A', 'B'], [seat(null, 'greedy', true), seat(null, 'greedy', false, true)])).toEqual([
      'Blue 1',
      'Orange 2',
    ])
  })

  it('calls an owner by name', () => {
    const named = game.named(['Ann', 'Ben'])
    expect(valueText(named, { type: 'player' } as Variable, 1)).toBe('Ben')
    expect([valueText(game, { type: 'player' } as Variable, 1), game.names]).toEqual(['B', game.about.seats])
    expect(named.card(0)).toBe(game.card(0))
  })

  it('reads amounts', () => {
    const heat = game.memberNamed('heat')!
    const gives = [
      { member: heat, n: 2 },
      { text: '1 card', n: 1 },
      { text: 'Karten: 1', n: 1 },
      { text: 'reserved for a city' },
      { member: heat },
    ]
    expect(giftsOf(game, gives).map((t) => [t.count, t.name, t.style?.sign, t.thing])).toEqual([
      ['2', 'heat', 'H', heat], ['1', 'card', undefined, undefined], ['', 'Karten: 1', undefined, undefined],
      ['', 'reserved for a city', undefined, undefined], ['', 'heat', 'H', heat]])
    expect(giftsOf(game, [])).toEqual([])
  })

  it('says of what is no stock which number it is', () => {
    const tokens = game.about.vars.findIndex((v) => v.name === 'tokens')
    expect(changeOf(game, [tokens, 0, 1])).toMatchObject({
      count: '+1',
      name: 'tokens energy',
      of: 'tokens',
      style: { drawing: PICTURES.bolt },
    })
  })

  it('says changes with their sign, and what one owns by its own name', () => {
    const stock = game.about.vars.findIndex((v) => v.name === 'stock')
    expect(changeOf(game, [stock, 0, -3])).toMatchObject({ count: '−3', name: 'credit', by: -3 })
  })

  it('does not say twice what is printed on a space, whatever number about it grows', () => {
    const tokens = game.about.vars.findIndex((v) => v.name === 'tokens')
    const space = game.about.spaces.find((s) => s.kind === 'basin' && s.text === 'nature')!
    const nature = game.about.vars[tokens]!.index!.indexOf('nature')
    const question: Question = {
      prompt: '', about: null, paid: null, kind: 'choose', flags: [], preset: null,
      answers: [{ id: space.answer, text: '', gives: [[tokens, nature, 1]] }, { id: 1, text: '' }],
    }
    expect(answersOf(game, question)[0]!.printed).toEqual([])
    expect(gainsOf(game, question).size).toBe(0)
  })

  it('leaves out what every answer gives', () => {
    const stock = game.about.vars.findIndex((v) => v.name === 'stock')
    const question: Question = {
      prompt: '',
      about: null,
      paid: null,
      kind: 'choose',
      flags: [],
      preset: 5,
      answers: [
        {
          id: 5,
          text: 'a',
          gives: [
            [stock, 0, 1],
            [stock, 1, 2],
          ],
        },
        { id: 6, text: 'b', gives: [[stock, 0, 1]] },
      ],
    }
    expect(answersOf(game, question).map((a) => [a.preset, a.gives.map((g) => g.name)])).toEqual([
      [true, ['heat']],
      [false, []],
    ])
  })

  it('collects warnings of what is chosen, each once', () => {
    const question: Question = {
      prompt: '',
      about: null,
      paid: null,
      kind: 'choose',
      flags: ['subset'],
      preset: null,
      answers: [
        { id: 5, text: 'a', warn: [{ text: 'x' }, { text: 'y' }] },
        { id: 6, text: 'b', warn: [{ text: 'y' }] },
        { id: 7, text: 'c' },
      ],
    }
    expect(warningsOf(question, [5, 6, 7])).toEqual(['x', 'y'])
    expect(warningsOf(question, [7])).toEqual([])
    expect(answersOf(game, question).map((a) => a.warn.length)).toEqual([2, 1, 0])
  })

  it('says what decided between equal points', () => {
    const { game, views } = recorded('mars')
    const named = new Game({ ...game.about, score: ['points'], tie: ['old_coins', 'hats'] })
    const end = (scores: number[], ranks: number[], ties: number[][]) =>
      scoreOf(named, { ...views[0]!, scores: scores.map((n) => [n]), ranks, ties })
    expect(end([7, 5, 3], [1, 2, 3], [[], [], []])).toMatchObject({ ties: [], decided: null })
    expect(end([7, 7, 3], [1, 2, 3], [[4], [2], []])).toMatchObject({
      ties: [{ name: 'old coins', numbers: [4, 2, null] }],
      decided: { name: 'old coins', numbers: [4, 2] },
    })
    expect(end([7, 7, 7], [2, 3, 1], [[4, 1], [2], [4, 5]]).decided).toEqual({ name: 'hats', numbers: [5, 1] })
    expect(
      end(
        [7, 7],
        [1, 1],
        [
          [4, 5],
          [4, 5],
        ],
      ),
    ).toMatchObject({ ties: [{ numbers: [4, 4] }, { numbers: [5, 5] }], decided: null })
    expect(end([7, 5, 5], [1, 2, 3], [[], [4], [2]]).decided).toBeNull()
    expect(scoreOf(named, views[0]!)).toMatchObject({ ties: [], decided: null })
  })

  it('forgets moments that were taken back', () => {
    const at = (n: number, round: number) => ({ ...views[0]!, n, periods: [round] })
    let history = remember(game, [], at(1, 1))
    history = remember(game, history, at(5, 2))
    history = remember(game, history, at(6, 1))
    expect(history.map((m) => m.round)).toEqual([1])
  })

  it('lets the clocks of who is asked go on until the server speaks again', () => {
    const at = (used: number[], asked: number[], open: number[], ticking = true) => ({ used, asked, open, ticking })
    const game = { clock: 60, move: null }
    const clocks = follow(at([5000, 7000], [0], [1000, 0]), 1000)
    expect([0, 1].map((seat) => left(clocks, seat, game, 3000))).toEqual([52000, 53000])
    expect([0, 1].map((seat) => left(clocks, seat, { clock: null, move: 10 }, 3000))).toEqual([7000, undefined])
    expect(left(clocks, 0, { clock: 60, move: 10 }, 13000)).toBe(-3000) // whichever ends first
    expect(left(follow(at([5000], [0], [1000], false), 1000), 0, game, 9000)).toBe(54000) // they stand still
    expect(left(follow({ used: [] }, 0), 0, game, 9)).toBeUndefined()
    expect(left(NO_CLOCKS, 0, game, 9)).toBeUndefined()
    expect([100, -100, -3000].map(minutes)).toEqual(['0:01', '0:00', '−0:03'])
    expect([0, 61000, 3725000].map(minutes)).toEqual(['0:00', '1:01', '1:02:05'])
  })


  it('finds cards behind a yes', () => {
    const [first, second] = game.about.cards
    const question: Question = {
      prompt: '',
      about: null,
      paid: null,
      kind: 'yesno',
      flags: [],
      preset: null,
      answers: [
        { id: 0, text: 'no' },
        { id: 1, text: 'yes', then: [first!.answer] },
      ],
    }
    const targets = targetsOf(game, question, new Map([[first!.answer, [second!.answer]]]))
    expect(targets.cards.get(1)).toEqual([{ path: [1, first!.answer, second!.answer], via: first!.name }])
  })
})

describe('the proof', () => {
  it('tells the parts of lines apart, and leaves every character where it was', () => {
    const lines = ['active "Two Words"(12, leaf):', '  requires: atmost(heat, -12)', '  when put(x): gain(2 leaf)']
    const pieces = lines.map((line, i) => piecesOf(line, i === 0))
    expect(pieces.map((p) => p.map((x) => x.text).join(''))).toEqual(lines)
    const what = (i: number) => pieces[i]!.filter((p) => p.what).map((p) => [p.what, p.text])
    expect(what(0)).toEqual([['kind', 'active'], ['name', '"Two Words"'], ['number', '12']])
    expect(what(1)).toEqual([['word', 'requires'], ['number', '-12']])
    expect(what(2)).toEqual([['word', 'when'], ['number', '2']])
  })
})

describe('what happened to clocks and points', () => {
  it('tells whose time was up since', () => {
    const seat = (late?: number) => ({
      name: null, bot: null, held: true, here: true, ...(late !== undefined && { late }),
    })
    expect(struck([seat(0), seat(1), seat()], [seat(1), seat(1), seat(2)])).toEqual([0, 2])
    expect(struck([seat(1)], [seat(0)])).toEqual([]) // a new game
  })

  it('stacks where points came from: what is lost below nothing, lines nobody has left out', () => {
    const history = [
      { n: 1, round: 1, totals: [2, 3], lines: [[2, 0, 0], [4, -1, 0]] },
      { n: 5, round: 2, totals: [10, 3], lines: [[6, 4, 0], [4, -1, 0]] },
    ]
    const plan = sourcesOf(history, 2, 200, 110)!
    expect(plan.lines).toEqual([0, 1])
    expect(plan.zero).toBe(100)
    expect(plan.seats[0]!.columns[1]!.layers).toEqual([
      { line: 0, points: 6, y: 40, height: 60 },
      { line: 1, points: 4, y: 0, height: 40 },
    ])
    expect(plan.seats[1]!.columns[0]!.layers[1]).toEqual({ line: 1, points: -1, y: 100, height: 10 })
    expect(plan.seats.map((s) => s.columns.map((c) => c.total))).toEqual([[2, 10], [3, 3]])
    expect(sourcesOf([{ n: 1, round: 1, totals: [null], lines: [[null]] }], 1, 9, 9)).toBe(null) // it is hidden
    expect(sourcesOf([{ n: 1, round: 1, totals: [1] }], 1, 9, 9)).toBe(null)
    const long = Array.from({ length: 100 }, (_, i) => ({ n: i, round: i, totals: [i], lines: [[i]] }))
    const { columns } = sourcesOf(long, 1, 300, 50)!.seats[0]!
    expect([columns.length <= 30, columns.at(-1)!.round]).toEqual([true, 99])
  })
})

it('a card of which nothing changed stays the same object, one that changed does not', () => {
  const { game, views } = recorded('mars')
  const view = views.at(-1)!
  const cards = view.zones.flat(2).filter((card) => card >= 0)
  const before = cards.map((card) => cardOf(game, view, card))
  const again = structuredClone(view)
  expect(cards.every((card, i) => cardOf(game, again, card) === before[i])).toBe(true)
  const v = game.about.vars.findIndex((variable) => variable.scope === 'card' && variable.type === 'truth')
  again.vars[v] = again.vars[v]!.map((value) => (value === 0 ? 1 : value === 1 ? 0 : value))
  expect(cards.some((card, i) => cardOf(game, again, card) !== before[i])).toBe(true)
})
