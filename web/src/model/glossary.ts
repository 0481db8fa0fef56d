// The signs of a game: every thing that is drawn, and every kind of phrase and part of a card that occurs, each drawn
// once as a card has it, with the words of that card. Everything comes from the faces.
import { type Box, flow, NOTHING } from '../draw/boxes'
import { drawn } from '../draw/body'
import { costBox, ribbonOf, SIZES, trayOf, worthOf } from '../draw/card'
import type { Block, Body, Face, Phrase, Ref } from '../draw/face'
import { icon, type Thing } from '../draw/icons'
import { type Labels, Phraser } from '../draw/phrase'
import type { Clause } from '../protocol'
import { type Game, hasHoles, isHidden, titleOf } from './game'
import { thingsOf } from './things'

export interface Sign {
  drawing: Box
  name: string // of the card it stands on
  words: string // what it says there
  rule: string // what the rules say of its verb, unless holes would stay
  word: string // a verb of the game that is written out, as it stands there
  frame: string // what a brown frame stands for
}

export type Part = 'cost' | 'requires' | 'holds' | 'points' | 'per' | 'action' | 'when' | 'adjust' | 'red'

export interface Glossary {
  things: { sort: string; of: { drawing: Box; name: string }[] }[]
  phrases: [v: Phrase['v'], sign: Sign][]
  parts: [part: Part, sign: Sign][]
}

const U = 24
const WIDTH = 220

/** All phrases of a body with those inside them. */
const within = (body: Body): Phrase[] =>
  body.flatMap((p): Phrase[] => {
    if (p.v === 'swap') return [p, ...within(p.pay), ...within(p.get)]
    if (p.v === 'either') return [p, ...p.of.flatMap(within)]
    if (p.v === 'if') return [p, ...within(p.then), ...within(p.else ?? [])]
    return p.v === 'may' || p.v === 'repeat' || p.v === 'each' ? [p, ...within(p.do)] : [p]
  })

interface Found {
  card: number // below 0: it stands on no card
  on?: string // but on this
  clause: Clause | undefined
  block?: Block
  phrase?: Phrase
}

const isWordy = (body: Body): boolean => within(body).some((p) => p.v === 'text')
const isReddish = (p: Phrase): boolean => 'who' in p && p.who !== undefined && p.who !== 'me' && p.v !== 'each'

/** The best example of each sign: where it stands alone, in the fewest words. */
class Examples<K extends string> {
  private readonly best = new Map<K, [rank: number, found: Found]>()

  offer(key: K, found: Found, alone: boolean) {
    const rank = (found.clause?.[1].length ?? 0) + (alone ? 0 : 1000)
    const known = this.best.get(key)
    if (!known || rank < known[0]) this.best.set(key, [rank, found])
  }

  get found(): [K, Found][] {
    return [...this.best].map(([key, [, found]]) => [key, found])
  }
}

function collect(game: Game) {
  const phrases = new Examples<Phrase['v']>()
  const parts = new Examples<Part>()
  game.about.cards.forEach(({ face, clauses, copy }, card) => {
    if (!face || copy > 0) return
    const clauseOf = (role: Clause[2]) => clauses.find((c) => c[2] === role)
    if (face.cost) parts.offer('cost', { card, clause: clauseOf('cost') ?? clauseOf('number') }, true)
    if (face.requires) parts.offer('requires', { card, clause: clauseOf('requirement') }, !face.wanted)
    if (face.holds) parts.offer('holds', { card, clause: clauseOf('thing') }, true)
    if (face.points) parts.offer(face.points.per ? 'per' : 'points', { card, clause: clauseOf('points') }, true)
    for (const block of face.blocks) {
      const clause = clauses[block.clause ?? -1]
      const body = block.do ?? []
      if (block.role === 'action' || block.role === 'when' || block.role === 'adjust')
        parts.offer(block.role, { card, clause, block }, block.role === 'adjust' ? !!block.on : !isWordy(body))
      for (const phrase of within(body)) {
        const alone = body.length === 1 && body[0] === phrase && !block.when
        if (phrase.v !== 'text') phrases.offer(phrase.v, { card, clause, phrase }, alone)
        if (isReddish(phrase)) parts.offer('red', { card, clause, phrase }, alone)
      }
    }
  })
  for (const track of game.about.tracks)
    for (const [, text, body] of track.marks)
      for (const phrase of within(body ?? []))
        if (phrase.v !== 'text') {
          const clause: Clause = ['', text, 'effect']
          phrases.offer(phrase.v, { card: -1, on: titleOf(track), clause, phrase }, body!.length === 1)
        }
  return { phrases: phrases.found, parts: parts.found }
}

/** Everything that faces, marks of tracks and spaces name: numbers of members, tracks, variables and kinds. */
export function refsOf(game: Game): Ref[] {
  const found = new Map<string, Ref>()
  const walk = (x: unknown) => {
    if (Array.isArray(x)) x.forEach(walk)
    else if (x !== null && typeof x === 'object') {
      for (const key of ['m', 't', 'v', 'k'] as const) {
        const n = (x as Record<string, unknown>)[key]
        if (typeof n === 'number') found.set(`${key}${n}`, { [key]: n } as Ref)
      }
      Object.values(x).forEach(walk)
    }
  }
  for (const card of game.about.cards) walk(card.face)
  for (const track of game.about.tracks) walk(track.marks.map((mark) => mark[2] ?? []))
  for (const space of game.about.spaces) walk(space.gives.map((g) => (g.member === undefined ? {} : { m: g.member })))
  return [...found.values()]
}

function partDrawing(P: Phraser, part: Part, face: Face, { block, phrase, clause }: Found): Box {
  const S = SIZES.hand
  if (block) return drawn(P, block, clause ?? ['', ''], clause?.[2] ?? '', U, WIDTH)
  if (phrase) return flow(P.boxes([phrase], U, WIDTH), WIDTH, U * 0.3)
  const { cost } = face
  if (part === 'cost' && cost) return costBox(P, cost, typeof cost.n === 'number' ? cost.n : '?', S.coin)
  if (part === 'requires') return ribbonOf(P, face.requires ?? [], undefined, S)
  if (part === 'holds' && face.holds) return trayOf(P, face.holds, 2, S)
  return face.points ? worthOf(P, face.points, S) : NOTHING
}

const ORDER: readonly Part[] = ['cost', 'requires', 'action', 'when', 'adjust', 'holds', 'points', 'per', 'red']

/** Everything that has a name and is drawn, by its sort. */
function namedThings(game: Game): Glossary['things'] {
  const { members, tracks, vars, kinds } = game.about
  const things = thingsOf(game)
  const groups = new Map<string, Thing[]>()
  const add = (sort: string, t: Thing) => {
    const group = groups.get(sort) ?? []
    groups.set(sort, group)
    if ((t.picture || t.letters) && !group.some((o) => o.name === t.name)) group.push(t)
  }
  members.forEach((m, i) => m.look && !isHidden(m) && add(m.sort, things.of({ m: i })))
  tracks.forEach((t, i) => !isHidden(t) && add('track', things.of({ t: i })))
  vars.forEach((v, i) => v.scope === 'player' && v.look?.picture && !isHidden(v) && add('counter', things.of({ v: i })))
  kinds.forEach((k, i) => k.look && !isHidden(k) && add(k.spaces ? 'space' : 'card', things.of({ k: i })))
  for (const ref of refsOf(game)) {
    const thing = things.of(ref)
    if (ref.m !== undefined && !isHidden(members[ref.m]!)) add(members[ref.m]!.sort, thing)
    if (ref.t !== undefined && !isHidden(tracks[ref.t]!)) add('track', thing)
    const counter = ref.v === undefined ? undefined : vars[ref.v]! // one of many entries is drawn as what it counts
    if (counter?.scope === 'player' && counter.index === null && !isHidden(counter)) add('counter', thing)
    if (ref.k !== undefined && !isHidden(kinds[ref.k]!)) add(kinds[ref.k]!.spaces ? 'space' : 'card', thing)
  }
  return [...groups]
    .filter(([, list]) => list.length > 0)
    .map(([sort, list]) => ({
      sort,
      of: list.map((t) => ({ drawing: icon(t, U), name: t.name })),
    }))
}

export function glossaryOf(game: Game, labels: Labels): Glossary {
  const P = new Phraser(thingsOf(game), labels)
  const { phrases, parts } = collect(game)
  const ruleOf = ({ phrase, block }: Found) => game.about.rules[phrase?.rule ?? block?.rule ?? -1]?.text ?? ''
  const sign = (found: Found, drawing: Box): Sign => ({
    drawing,
    name: found.on ?? game.card(found.card).name,
    frame: found.phrase?.v === 'change' ? thingsOf(game).nameOf(found.phrase.of) : '',
    word: found.phrase?.v === 'do' && !found.phrase.of ? (found.phrase.word ?? '') : '',
    words: found.clause?.[1] ?? '',
    rule: hasHoles(ruleOf(found)) ? '' : ruleOf(found),
  })
  return {
    things: namedThings(game),
    phrases: phrases.map(([v, found]) => [v, sign(found, flow(P.boxes([found.phrase!], U, WIDTH), WIDTH, U * 0.3))]),
    parts: parts
      .sort((a, b) => ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]))
      .map(([part, found]) => [part, sign(found, partDrawing(P, part, game.card(found.card).face!, found))]),
  }
}
