// The model of the page on what the server really sends: for every game there is, and for those whose shape is known.
import { describe, expect, it } from 'vitest'
import { boardsOf } from '../src/model/board'
import { cardOf, drawingOfGoal, matches, namedOn, priceOf, saidBy, sortCards } from '../src/model/cards'
import { read, tells } from '../src/model/data'
import { phasesOf, readable, roundsOf } from '../src/model/game'
import { cardsIn, retell, sentence, told } from '../src/model/log'
import { commonsOf, groupsOf, playerOf } from '../src/model/players'
import { aboutOf, answersOf, commonOf, forcedOnly, gainsOf, isWaste, prospectsOf,
  targetsOf } from '../src/model/question'
import { de } from '../src/messages/de'
import { en } from '../src/messages/en'
import { PICTURES } from '../src/pictures'
import { retellView, withPlaces } from '../src/model/places'
import { remember } from '../src/model/history'
import { chartOf, lineTints, scoreOf, winnersOf, winningOf } from '../src/model/score'
import { tracksOf } from '../src/model/tracks'
import { commonZones, everyones, frontOf, goalsOf, stacksOf, zonesOf, type CardGroup } from '../src/model/zones'
import type { Moment, Question, Span, View } from '../src/protocol'
import { recorded, recordedGames } from './support/recorded'

describe.each(recordedGames())('$name', ({ game, views, spectator, log }) => {
  it('calls no place by its number where it has a row', () => {
    const { about, places } = withPlaces(game.about, en.map.place)
    const rows = (s: number) => ['hex', 'square'].includes(game.about.boards[game.about.spaces[s]!.board]!.shape)
    const numbered = game.about.spaces.map((s) => s.name === `${game.about.boards[s.board]!.name} ${s.number}`)
    const shown = about.spaces.flatMap((s, i) => (numbered[i] && rows(i) && about.boards[s.board]!.in_use ? [s] : []))
    expect(new Set(shown.map((s) => s.name)).size).toBe(shown.length)
    for (const s of shown) expect(s.name).toMatch(/row \d+ (column|space) \d+$/)
    about.spaces.forEach((s, i) => !numbered[i] && expect(s.name).toBe(game.about.spaces[i]!.name))
    const old = game.about.spaces.flatMap((s, i) => (numbered[i] && rows(i) ? [s.name] : []))
    const says = (text: string) =>
      old.some((name) => new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, 'u').test(text))
    for (const line of log.map((l) => retell(l, places))) {
      expect(says(line.text)).toBe(false)
      for (const [at, length, kind, index] of line.spans ?? [])
        if (kind === 'seat') expect(line.text.slice(at, at + length)).toBe(game.about.seats[index])
      for (const [at, length, kind, index] of line.spans ?? [])
        if (kind === 'space') expect(line.text.slice(at, at + length)).toBe(about.spaces[index]!.name)
    }
    for (const view of views.map((v) => retellView(v, places, game.about.seats)))
      for (const text of [view.question?.prompt ?? '', ...(view.question?.answers ?? []).map((a) => a.text)])
        expect(says(text)).toBe(false)
  })

  it('has the phase that is played among the phases it shows, each once', () => {
    for (const { phase } of views) {
      if (phase === null) continue
      const phases = phasesOf(game, phase)
      expect(phases).toContain(readable(phase))
      expect(new Set(phases).size).toBe(phases.length)
    }
  })

  it('knows by spans what is printed: their words are what the things are called', () => {
    const { about } = withPlaces(game.about, en.map.place)
    const printed = [...about.cards, ...about.spaces, ...about.rules].map(({ text, spans }) => ({ text, spans }))
    const clauses = about.cards.flatMap((c) => c.clauses.map(([, text, , , spans]) => ({ text, spans })))
    const marks = about.tracks.flatMap((t) => t.marks.map(([, text, , spans]) => ({ text, spans })))
    for (const { text, spans } of [...printed, ...clauses, ...marks])
      for (const [at, length, kind, index] of spans ?? []) {
        const said = text.slice(at, at + length)
        const same = (name: string) => said.toLowerCase() === name.replaceAll('_', ' ').toLowerCase()
        if (kind === 'card') expect(said).toBe(about.cards[index]!.name)
        if (kind === 'space') expect(said).toBe(about.spaces[index]!.name)
        if (kind === 'member') expect([about.members[index]!.name, about.members[index]!.many].some(same)).toBe(true)
        if (kind === 'number') expect(Number(said.replace('−', '-'))).toBe(index)
      }
    about.cards.forEach((card, i) => {
      const named = namedOn(game, i)
      const says = (name: string) => card.clauses.some(([, text]) => text.includes(name))
      for (const other of named) expect(says(game.card(other).name)).toBe(true)
      expect(new Set(named).size).toBe(named.length)
    })
  })

  it('draws every space of the boards in use, each at a place of its own', () => {
    for (const view of views)
      for (const board of boardsOf(game, view)) {
        expect(board.cells.length).toBeGreaterThan(0)
        const places = new Set(board.cells.map((c) => `${Math.round(c.x)} ${Math.round(c.y)}`))
        expect(places.size).toBe(board.cells.length)
        for (const cell of board.cells) {
          const { width, height } = board.plan
          expect(cell.x > 0 && cell.x < width && cell.y > 0 && cell.y < height).toBe(true)
          expect(cell.title).toContain(game.space(cell.space).name.replaceAll('_', ' '))
        }
      }
  })

  it('shows every tile and mark that a variable of a space tells of', () => {
    for (const view of views) {
      const drawn = boardsOf(game, view).flatMap((b) => b.cells)
      game.about.vars.forEach((variable, v) => {
        if (variable.scope !== 'space' || variable.look?.hidden) return
        for (const cell of drawn)
          for (let entry = 0; entry < variable.entries; entry++)
            if (tells(variable, read(view, v, variable, cell.space, entry)))
              expect(cell.tile !== null || cell.owners.length > 0 || cell.extras.length > 0).toBe(true)
      })
    }
  })

  it('makes every card and space among the answers a target, and nothing else answers at once', () => {
    for (const { question } of views) {
      const targets = targetsOf(game, question)
      for (const a of question?.answers ?? []) {
        if (a.card !== undefined)
          expect(targets.cards.get(a.card)?.some((w) => w.path.join() === String(a.id))).toBe(true)
        if (a.space !== undefined) expect(targets.spaces.get(a.space)?.[0]?.path).toEqual([a.id])
      }
      const ids = new Set(question?.answers.map((a) => a.id))
      for (const ways of [...targets.cards.values(), ...targets.spaces.values()])
        for (const way of ways) expect(ids.has(way.path[0]!)).toBe(true)
    }
  })

  it('takes what lies on the way of a piece that falls for the answer it falls from, and no answer for another', () => {
    for (const { question } of views) {
      const { falls } = targetsOf(game, question)
      const spaces = new Map(question?.answers.flatMap((a) => (a.space === undefined ? [] : [[a.space, a]])))
      for (const [s, { way, from, to }] of falls) {
        expect(spaces.get(from)).toMatchObject({ id: way.path[0], lands: to })
        expect(s === from || !spaces.has(s)).toBe(true)
      }
    }
    if (views.some((v) => v.question?.answers.some((a) => a.lands !== undefined)))
      expect(views.some((v) => targetsOf(game, v.question).falls.size > 0)).toBe(true)
  })

  it('lists the answers in their order', () => {
    for (const { question } of views)
      if (question) expect(answersOf(game, question).map((a) => a.id)).toEqual(question.answers.map((a) => a.id))
  })

  it('keeps the places of what players have, whoever has some', () => {
    const short = game.about.vars.every((v) => v.scope !== 'player' || (v.index?.length ?? 0) <= 12)
    const places = (view: View, seat: number) => playerOf(game, view, seat).groups.map((g) => g.rows.map((r) => r.name))
    const first = places(views[0]!, 0)
    if (short)
      for (const seat of game.about.seats.keys()) for (const view of views) expect(places(view, seat)).toEqual(first)
  })

  it('names a card that asks, and shows what was answered by itself in words of the log', () => {
    for (const { question, forced } of views) {
      if (question && question.about !== null) expect(game.card(question.about).name).toBeTruthy()
      for (const line of forced) {
        // Else the log is silent about it, and it is the answer itself
        if (line.spans?.some(([, , kind]) => kind === 'seat')) expect(log).toContainEqual(line)
        expect(line).toMatchObject({ seat: 0, text: expect.stringMatching(/\S/) as string })
      }
    }
  })

  it('counts every card it shows or hides', () => {
    for (const view of [...views, spectator]) {
      const groups = [...commonZones(game, view), ...game.about.seats.flatMap((_, s) => zonesOf(game, view, s))]
      const counted = groups.reduce((sum, g) => sum + g.cards.length + g.hidden, 0)
      const lying = view.zones.flatMap((owners, z) => (game.about.zones[z]!.look?.hidden ? [] : owners.flat())).length
      expect(counted).toBe(lying)
    }
  })

  it('stacks equal copies, and keeps every card of a pile for itself', () => {
    for (const view of [...views, spectator])
      for (const group of [...commonZones(game, view), ...game.about.seats.flatMap((_, s) => zonesOf(game, view, s))]) {
        const stacks = stacksOf(game, view, group)
        expect(stacks.flat().sort((a, b) => a - b)).toEqual([...group.cards].sort((a, b) => a - b))
        for (const stack of stacks) expect(new Set(stack.map((c) => game.card(c).name)).size).toBe(1)
        if (group.ordered) expect(stacks.length).toBe(group.cards.length)
      }
    // Where an answer stands for several copies, they lie in one stack
    for (const view of views)
      for (const { copies } of view.question?.answers ?? []) {
        const lie = (g: CardGroup) => stacksOf(game, view, g).some((s) => copies!.every((c) => s.includes(c)))
        if (copies) expect(commonZones(game, view).some(lie) || zonesOf(game, view, 0).some(lie)).toBe(true)
      }
  })

  it('shows a spectator no hand', () => {
    for (const seat of game.about.seats.keys())
      for (const zone of zonesOf(game, spectator, seat)) if (zone.hand) expect(zone.cards).toEqual([])
    expect(spectator.question).toBeNull()
    for (const zone of everyones(game, spectator)) if (zone.hand) expect(zone.cards).toEqual([])
  })

  it('says what every card costs, does and holds without an undefined word', () => {
    const view = views[views.length >> 1]!
    game.about.cards.forEach((_, i) => {
      const { deck, ...plan } = cardOf(game, view, i)
      expect(deck.things.form).toBeTruthy()
      expect(JSON.stringify(plan)).not.toMatch(/undefined|NaN/)
      for (const [label, text] of plan.said.map((clause) => clause.toLowerCase().split(': ')))
        expect(`${label} `).not.toBe(text?.slice(0, label!.length + 1))
    })
    game.about.seats.forEach((_, s) => expect(JSON.stringify(playerOf(game, view, s))).not.toMatch(/undefined|NaN/))
    expect(JSON.stringify([commonsOf(game, view), goalsOf(game, view), tracksOf(game, view)])).not.toMatch(
      /undefined|NaN/,
    )
  })

  it('keeps every letter of the log, with links in it', () => {
    for (const line of log) expect(told(line, game.about.seats).map((p) => p.text).join('')).toBe(line.text)
    for (const line of log) for (const card of cardsIn(line)) expect(line.text).toContain(game.card(card).name)
    const named = log.map((line) => sentence(line, game.about.seats.map((letter) => `<${letter}>`)))
    expect(named.join()).toMatch(/<[AB]>/)
    for (const text of named) expect(text).not.toMatch(/^[AB][:']? /)
  })

  it('adds points up, and remembers a moment a round', () => {
    let history: Moment[] = []
    for (const view of views) history = remember(game, history, view)
    const rounds = history.map((m) => m.round)
    expect(rounds).toEqual([...new Set(rounds)].sort((a, b) => a - b))
    const last = views.at(-1)!
    for (const [seat, total] of scoreOf(game, last).totals.entries())
      if (total !== null) expect(total).toBe(last.scores[seat]!.reduce((a, b) => a! + b!, 0))
    expect(JSON.stringify(chartOf(history, game.about.seats.length, 100, 50))).not.toMatch(/NaN|Infinity/)
  })

  it('gives things of one sort different signs', () => {
    const signs = game.about.members.map((m, i) => `${m.sort} ${game.styles[i]!.sign}`)
    expect(new Set(signs).size).toBe(signs.length)
  })

  it('gives things that lie side by side different pictures or colours', () => {
    const beside = [['resource', 'tag'], ['piece']] // on boards and cards; on maps
    for (const sorts of beside) {
      const drawn = game.about.members.flatMap((m, i) =>
        sorts.includes(m.sort) && m.look?.picture ? [`${m.look.picture} ${game.styles[i]!.tint}`] : [],
      )
      expect(drawn.filter((d, i) => drawn.indexOf(d) !== i)).toEqual([])
    }
  })
})

describe('phases', () => {
  it('are those of the round that is played, in order; one that comes once stands alone', () => {
    const { game } = recorded('mars')
    const round = ['turn order', 'research', 'action', 'production']
    for (const phase of round) expect(phasesOf(game, phase)).toEqual(round)
    expect(phasesOf(game, 'founding')).toEqual(['founding'])
    expect(phasesOf(game, 'Last greeneries')).not.toContain('action')
    expect(phasesOf(game, 'unheard_of')).toEqual(['unheard of'])
  })
})

describe('texts of the server', () => {
  it('say the names of people and places', () => {
    const places = new Map([[5, 'row 2 column 3']])
    const text = 'it is in Ä A\'s hand, on ground 12, not B'
    const spans: Span[] = [[11, 1, 'seat', 0], [24, 9, 'space', 5], [39, 1, 'seat', 1]]
    const shown = retell({ text, spans }, places, ['Ann', 'Orange 2'])
    expect(shown.text).toBe('it is in Ä Ann\'s hand, on row 2 column 3, not Orange 2')
    expect(shown.spans!.map(([at, length]) => shown.text.slice(at, at + length))).toEqual([
      'Ann',
      'row 2 column 3',
      'Orange 2',
    ])
    expect(retell({ text: 'A card' }, places, ['Ann']).text).toBe('A card')
    expect(retell({ text, spans }, places).text).toContain('Ä A\'s') // lines keep the letters: names may change
  })

  it('say which cards they name', () => {
    expect(
      cardsIn({
        text: 'A: Well, Mill, Well',
        spans: [
          [0, 1, 'seat', 0],
          [3, 4, 'card', 2],
          [9, 4, 'card', 7],
          [15, 4, 'card', 2],
        ],
      }),
    ).toEqual([2, 7])
    expect(cardsIn({ text: 'Well' })).toEqual([])
  })
})

describe('a game with stocks, incomes, prices and goals', () => {
  const { game, views, spectator } = recorded('mars')
  const view = views.at(-1)!

  it('puts stock and income side by side', () => {
    const columns = groupsOf(game).map((vars) => vars.map((v) => game.about.vars[v]!.name))
    expect(columns).toEqual([['stock', 'production']])
    const money = playerOf(game, view, 0).groups[0]!.rows.find((r) => r.name === 'money')!
    expect(money.values).toHaveLength(2)
    expect(money.style).toEqual({ sign: 'M', tint: 'tint-3', drawing: PICTURES.coin, round: false })
  })

  it('tells a tag and a resource of one name apart', () => {
    const rows = playerOf(game, view, 0).groups.flatMap((g) => g.rows)
    const plant = game.about.members.findIndex((m) => m.sort === 'tag' && m.name === 'plant')
    expect(game.styles[plant]).toMatchObject({ drawing: PICTURES.sprout, round: true })
    expect(rows.find((r) => r.name === 'plant')!.style).toMatchObject({ drawing: PICTURES.leaf, round: false })
  })

  it('tells what cards in hand cost', () => {
    const priced = views
      .flatMap((v) => (v.zones[0]?.[0] ?? []).map((card) => ({ v, card })))
      .filter(({ v, card }) => priceOf(game, v, card))
    expect(priced.length).toBeGreaterThan(0)
    const plans = priced.map(({ v, card }) => cardOf(game, v, card))
    const prices = sortCards(plans, 'price', () => false).map((p) => p.price!.now)
    expect(prices).toEqual([...prices].sort((a, b) => a - b))
  })

  it('tells what cards that lie nowhere cost now', () => {
    const card = game.about.cards.findIndex((c) => c.name === 'Power Plant' && !c.zoned)
    const view = views.at(-1)!
    expect(priceOf(game, view, card)).toMatchObject({ now: 11, printed: 11 })
    const values = { ...view.values, [card]: view.values[card]!.map((r) => r && ([8, r[1]] as typeof r)) }
    expect(priceOf(game, { ...view, values }, card)).toMatchObject({ now: 8, printed: 11 })
  })

  it('says what goals ask for, and draws it', () => {
    const goals = goalsOf(game, views[0]!).flatMap((g) => g.goals)
    for (const goal of goals) {
      expect(goal.asks.length, goal.name).toBeGreaterThan(5)
      expect(drawingOfGoal(game, goal.card, en.face), goal.name).not.toBeNull()
    }
    expect(goals.find((g) => g.name === 'Mayor')!.asks).toBe('at least 3 city tiles of yours')
  })

  it('tells no round before the first', () => {
    const at = (n: number) => ({ ...view, periods: view.periods.map(() => n) })
    expect(roundsOf(game, at(0))).toEqual([])
    expect(roundsOf(game, at(2))).toEqual([{ name: 'generation', number: 2, round: true }])
  })

  it('knows goals by kinds, with how near one is', () => {
    const goals = goalsOf(game, views[0]!)
    expect(goals.map((g) => [g.kind, g.goals.length])).toEqual([['milestone', 5], ['award', 5]])
    expect(goals[0]!.goals[0]).toMatchObject({
      name: 'Terraformer',
      owner: null,
      on: [],
      seats: [
        { seat: 0, text: '20/35', met: false },
        { seat: 1, text: '20/35' },
      ],
    })
    expect(goals[1]!.goals[0]!.seats).toHaveLength(game.about.seats.length)
  })

  it('shows goals to who looks on, with everybody\'s progress', () => {
    const goals = goalsOf(game, spectator)
    expect(goals.map((g) => [g.kind, g.goals.length])).toEqual([['milestone', 5], ['award', 5]])
    for (const { kind, goals: all } of goals)
      // what is somebody's is reached; what is counted goes on being counted
      for (const { seats, owner } of all)
        expect(seats.length).toBe(owner !== null && kind === 'milestone' ? 0 : game.about.seats.length)
  })

  it('tells a goal that is reached from one that is somebody\'s', () => {
    const card = goalsOf(game, views[0]!)[0]!.goals[0]!.card
    const condition = game.about.values.findIndex((v, i) => v.truth && views[0]!.each[card]?.[i])
    const owner = game.about.vars.findIndex(
      (v) => v.scope === 'card' && v.type === 'player' && card >= v.first && card < v.first + v.owners,
    )
    const view = structuredClone(views[0]!)
    view.each[card]![condition] = [1, 0, null]
    expect(goalsOf(game, view)[0]!.goals[0]).toMatchObject({
      owner: null,
      seats: [{ met: true }, { text: '', met: false }, { text: '?', met: false }],
    })
    const taken = structuredClone(view) // a view never changes: what is made of it is remembered
    taken.vars[owner]![card - game.about.vars[owner]!.first] = 1
    expect(goalsOf(game, taken)[0]!.goals[0]).toMatchObject({ owner: 1, on: [], seats: [] })
  })

  it('finds cards by tag and text, all words together', () => {
    const found = game.about.cards.map((_, i) => i).filter((i) => matches(game, i, 'jovian points'))
    expect(found.length).toBeGreaterThan(3)
    for (const i of found) expect(game.card(i).text.toLowerCase()).toContain('jovian')
  })

  it('draws a map with reserved areas and what is printed there', () => {
    const [planet, ...others] = boardsOf(game, views[0]!)
    expect(planet!.cells.filter((cell) => cell.outline === 'hex')).toHaveLength(61)
    expect(planet!.legend.map((e) => e.text)).toContain('ocean area')
    expect(planet!.cells[4]!.title).toContain('ocean area, reserved for ocean')
    expect(planet!.cells[0]!.prints).toMatchObject([{ n: 2, thing: { sort: 'resource', picture: 'ingot' } }])
    expect(planet!.cells[3]!.prints).toMatchObject([{ n: 1, thing: { sort: 'card' } }])
    const rim = planet!.cells.slice(61).map((cell) => `${cell.name} ${cell.outline}`)
    expect(rim).toEqual(['Phobos chip', 'Ganymede chip'])
    expect(others).toEqual([]) // loose spaces lie on the rim of the first board
  })

  it('says for which piece and card a place is reserved, in words and not among what it brings', () => {
    const [planet] = boardsOf(game, views[0]!)
    const reserved = planet!.cells.filter((cell) => cell.title.includes('reserved for'))
    expect(reserved).toHaveLength(12 + 3)
    expect(reserved.flatMap((cell) => cell.prints).every((print) => print.n !== null)).toBe(true)
    expect(reserved.map((cell) => cell.title).join()).toContain('reserved for city, kept for Noctis City')
  })

  it('shows of the supply what there is a limit to', () => {
    const supply = commonsOf(game, views[0]!).find((common) => common.name === 'supply')!
    expect(supply.entries.map((entry) => [entry.name, entry.values])).toEqual([['ocean', ['9']]])
  })

  it('draws a track of players as far as they come, however long it is', () => {
    const rating = tracksOf(game, views[0]!).find((track) => track.perPlayer)!
    expect(rating.title).toBe('rating')
    expect(rating.high).toBe(999)
    expect(rating.places.map((place) => [place.at, place.part])).toEqual(rating.places.map(() => [20, 0.4]))
  })

  it('marks the steps of tracks that bring something', () => {
    const temperature = tracksOf(game, views[0]!).find((track) => track.title === 'temperature')!
    expect(temperature.marks.map((m) => m.at)).toEqual([-24, -20, 0])
    expect(temperature.next).toMatchObject({ at: -24, reached: false })
  })

  it('lets a card in the hand be clicked where it comes behind an action', () => {
    const ways = views.flatMap((v) => {
      const targets = targetsOf(game, v.question)
      return (v.zones[0]?.[0] ?? []).flatMap((card) => targets.cards.get(card) ?? [])
    })
    expect(ways.some((w) => w.path.length === 2 && w.via === 'Play a card')).toBe(true)
  })

  it('says what a space brings beyond what is printed there', () => {
    const stock = game.about.vars.findIndex((v) => v.name === 'stock')
    const spaces = game.about.spaces.filter((s) => s.text === '2 plants').slice(0, 2)
    const question: Question = {
      prompt: '', about: null, paid: null, kind: 'choose', flags: [], preset: null,
      answers: [
        { id: spaces[0]!.answer, text: '', gives: [[stock, 3, 2], [stock, 0, 4]] },
        { id: spaces[1]!.answer, text: '', gives: [[stock, 3, 2], [stock, 1, 1]] },
      ],
    }
    expect([...gainsOf(game, question).values()].map((all) => all.map((g) => g.count + g.style!.sign))).toEqual([
      ['+4M'],
      ['+1St'],
    ])
    const made = game.about.vars.findIndex((v) => v.name === 'production')
    const both = {
      ...question,
      answers: [
        {
          ...question.answers[0]!,
          gives: [
            [stock, 3, 2],
            [made, 3, 2],
          ] as [number, number, number][],
        },
        question.answers[1]!,
      ],
    }
    expect(gainsOf(game, both).get(game.spaceOfAnswer.get(spaces[0]!.answer)!)).toMatchObject([
      { count: '+2', name: 'production plant' },
    ])
  })

  it('names the card whose rule asks, and the one that is paid for', () => {
    const [action, card] = [game.cardNamed('Play a card')!, game.cardNamed('Asteroid')!]
    const question: Question = {
      prompt: '',
      about: action,
      paid: card,
      kind: 'number',
      flags: ['payment'],
      preset: null,
      answers: [],
    }
    expect(aboutOf(question)).toEqual([action, card])
    expect(aboutOf({ ...question, paid: null })).toEqual([action])
    expect(aboutOf({ ...question, about: card })).toEqual([card])
    expect(aboutOf({ ...question, about: null, paid: null })).toEqual([])
  })

  it('lists what is printed on a space and cannot be foreseen', () => {
    const space = game.about.spaces.find((s) => s.text === '1 card')!
    const stock = game.about.vars.findIndex((v) => v.name === 'stock')
    const plants = game.about.spaces.find((s) => s.text === '2 plants')!
    const question: Question = {
      prompt: '', about: null, paid: null, kind: 'choose', flags: [], preset: null,
      answers: [{ id: space.answer, text: '' }, { id: plants.answer, text: '', gives: [[stock, 3, 2]] }],
    }
    const [card, plant] = answersOf(game, question)
    expect(card!.printed).toMatchObject([{ count: '1', name: 'card' }])
    expect(plant!.printed).toEqual([])
    expect(plant!.gives).toMatchObject([{ count: '+2', name: 'plant' }])
  })

  it('has no place for what only lies on cards', () => {
    const rows = playerOf(game, views[0]!, 0).groups[0]!.rows
    expect(rows.map((r) => r.name)).toEqual(['money', 'steel', 'titanium', 'plant', 'energy', 'heat'])
    expect(rows.every((r) => !r.tells)).toBe(true)
  })

  it('calls the clauses of cards as players do', () => {
    const labels = new Set(game.about.cards.flatMap((_, i) => saidBy(game, i).map((clause) => clause.split(':')[0])))
    expect(labels).toContain('Production box')
    expect(labels).toContain('While in play')
    for (const label of ['Box', 'Adjust']) expect(labels).not.toContain(label)
  })

  it('says what every answer costs, once', () => {
    const stock = game.about.vars.findIndex((v) => v.name === 'stock')
    const question: Question = {
      prompt: '',
      about: null,
      paid: null,
      kind: 'choose',
      flags: [],
      preset: null,
      answers: [
        { id: 5, text: 'a', gives: [[stock, 0, -14]] },
        {
          id: 6,
          text: 'b',
          gives: [
            [stock, 0, -14],
            [stock, 1, 1],
          ],
        },
      ],
    }
    expect(commonOf(game, question)).toMatchObject([{ count: '−14', name: 'money' }])
    expect(commonOf(game, { ...question, flags: ['subset'] })).toEqual([])
  })

  it('tells what one will have, and what the picks take of it', () => {
    const stock = game.about.vars.findIndex((v) => v.name === 'stock')
    const rich = { ...view, vars: view.vars.map((v, i) => (i === stock ? v.map(() => 10) : v)) }
    const start = { gives: [[stock, 0, 30], [stock, 1, 2]] as [number, number, number][], possible: true }
    const two = { gives: [[stock, 0, 24], [stock, 1, 2]] as [number, number, number][], possible: true }
    expect(prospectsOf(game, rich, 0, start, start).map((p) => [p.name, p.will, p.by])).toEqual([
      ['money', '40', ''],
      ['steel', '12', ''],
    ])
    expect(prospectsOf(game, rich, 0, start, two)[0]).toMatchObject({ name: 'money', will: '34', by: '−6', less: true })
    expect(prospectsOf(game, rich, 0, start, { gives: [], possible: true })[0]).toMatchObject({ will: '10', by: '−30' })
  })

  it('asks back before a turn is ended that could go on', () => {
    const asked = views.find((v) => v.question?.answers.some((a) => a.text === 'Pass'))!.question!
    expect(isWaste(asked, asked.answers.find((a) => a.text === 'Pass')!.id)).toBe(true)
    expect(isWaste(asked, asked.answers[0]!.id)).toBe(false)
  })
})

describe('groups of cards', () => {
  const group = (key: string, cards: number[], hand = false): CardGroup => ({
    key,
    title: key,
    cards,
    hidden: 0,
    owner: null,
    hand,
  })
  const groups = [group('hand', [1, 2], true), group('table', [3]), group('played', [4, 5])]
  const front = (asked: number[], chosen: string | null, switched: boolean) =>
    frontOf(groups, (c) => asked.includes(c), chosen, switched)?.key

  it('come to the front where something is asked for, and not again when one looks elsewhere', () => {
    expect(front([], null, false)).toBe('hand')
    expect(front([], 'played', false)).toBe('played')
    expect(front([3], 'played', false)).toBe('table')
    expect(front([3], 'played', true)).toBe('played')
  })

  it('stay where they are when that is asked for, too', () => {
    expect(front([3, 4], 'played', false)).toBe('played')
    expect(front([1, 3], null, false)).toBe('hand')
  })
})

it('tells what stands on the backs of hidden cards, by their place', () => {
  const { game, views } = recorded('kuhn-poker')
  const hand = game.about.zones.findIndex((z) => z.per_player && z.see === 'owner')
  const view: View = { ...views[0]!, notes: [{ zone: hand, of: 1, at: 0, says: ['told red', 'old'] }] }
  const backs = (v: View, seat: number) => zonesOf(game, v, seat).flatMap((g) => g.backs ?? [])
  expect(backs(view, 1)).toEqual([{ place: 1, says: ['told red', 'old'] }])
  expect(backs(view, 0)).toEqual([])
  expect(backs(views[0]!, 1)).toEqual([])
})

describe('colours of the lines of a score', () => {
  it('are those of the things they are called like, and nothing else looks like these', () => {
    for (const { name, game } of recordedGames()) {
      const tints = lineTints(game)
      expect(tints.length, name).toBe(game.about.score.length)
      if (tints.length <= 10) expect(new Set(tints).size, name).toBe(tints.length)
    }
    const { game } = recorded('mars')
    const at = game.about.score.findIndex((line) => line === 'greenery')
    const piece = game.about.members.findIndex((m) => m.name === 'greenery' && m.look)
    expect(lineTints(game)[at]).toBe(game.styles[piece]!.tint)
    expect(lineTints(game)).not.toContain('auto-2') // looks like it
  })
})

it('nobody has won alone, nor before the end', () => {
  expect(winnersOf({})).toEqual([])
  expect(winnersOf({ ranks: [1] })).toEqual([])
  expect(winnersOf({ ranks: [2, 1, 1] })).toEqual([1, 2])
})

it('says who has won to who has won, and to others', () => {
  const told = (seats: number[], own: number | null) =>
    [en, de].map((m) => winningOf(m.end, ['You', 'Ben', 'Cleo'], seats, own))
  expect(told([0], 0)).toEqual(['You win', 'Du gewinnst'])
  expect(told([1], 0)).toEqual(['Ben wins', 'Ben gewinnt'])
  expect(told([0, 1], 0)).toEqual(['You and Ben win', 'Du und Ben gewinnt'])
  expect(told([1, 2], null)).toEqual(['Ben and Cleo win', 'Ben und Cleo gewinnen'])
  expect(told([0, 1, 2], 0)).toEqual(['You, Ben and Cleo win', 'Du, Ben und Cleo gewinnt'])
})

it('what was clicked at once with what comes before it was not answered for one', () => {
  const { game } = recorded('mars')
  const [answer, card] = [...game.cardOfAnswer][0]!
  const line = (of: number) => ({ text: 'It', spans: [[0, 2, 'card', of]] as Span[] })
  const plain = { text: 'Nothing is named' }
  expect(forcedOnly(game, [line(card), plain], [answer])).toEqual([plain])
  expect(forcedOnly(game, [line(card + 1)], [answer])).toEqual([line(card + 1)])
  expect(forcedOnly(game, [line(card)], [])).toEqual([line(card)])
})
