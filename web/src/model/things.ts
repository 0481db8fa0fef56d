// What the numbers of a face stand for: each thing of a description as it is drawn. A thing without a picture takes
// that of a thing of the same name, then a picture that is called like it, then its letters; one without a colour
// takes that of the palette (game.ts), as everywhere on the page.
import { AUTO } from '../draw/base'
import { type Box, flow } from '../draw/boxes'
import type { Body, Happening, Ref } from '../draw/face'
import { ANY_CARD, anyPiece, type Form, type Sort, type Thing } from '../draw/icons'
import { type Labels, type Lexicon, Phraser } from '../draw/phrase'
import { drawingOf } from '../pictures'
import type { Description, Ground, Look, Variable } from '../protocol'
import { type Game, readable, titleOf } from './game'

/** The number of a colour from its class: "tint-3", "auto-0". */
function colourOf(tint: string): number {
  const [palette, n] = tint.split('-')
  return n === undefined ? 0 : Number(n) + (palette === 'auto' ? AUTO : 0)
}

const FORMS: Readonly<Record<string, Form>> = { hex: 'hex', square: 'square' }
const SORTS: Readonly<Record<string, Sort>> = { tag: 'tag', piece: 'piece' }

/** The shape of pieces: that of the largest board in use. */
function formOf(game: Game): Form {
  const boards = game.about.boards.filter((b) => b.in_use)
  const largest = boards.reduce((a, b) => (b.count > a.count ? b : a), boards[0] ?? { count: 0, shape: 'hex' })
  return FORMS[largest.shape] ?? 'round'
}

type Drawn = Pick<Thing, 'picture' | 'colour' | 'letters'>

export class Things implements Lexicon {
  readonly form: Form
  private readonly pictures = new Map<string, { picture: string; colour: number }>()
  private readonly members: Thing[]
  private readonly tracks: Thing[]
  private readonly variables: Thing[]
  private readonly kinds: Thing[]

  constructor(private readonly game: Game) {
    const { about } = game
    this.form = formOf(game)
    this.learnPictures()
    const sort = (s: string) => SORTS[s] ?? 'resource'
    this.members = about.members.map((m, i) => {
      const style = game.styles[i]!
      const drawn = this.drawn(m.name, m.look, colourOf(style.tint), style.sign)
      return { sort: sort(m.sort), name: readable(m.name), form: this.form, ...drawn }
    })
    this.tracks = about.tracks.map((t, i) => ({
      sort: 'track',
      name: titleOf(t),
      ...this.drawn(t.name, t.look, AUTO + (i % 10), letters(titleOf(t))),
    }))
    this.variables = about.vars.map((v, i) => this.variable(v, i))
    this.kinds = about.kinds.map((k, i) => {
      const look = this.inherited(i)
      const drawn = this.drawn(k.title, look, colourOf(game.kindTint(k.title)), '')
      return { sort: k.spaces ? 'space' : 'card', name: readable(k.title), form: this.form, ...drawn }
    })
  }

  /** All that can be drawn, for the sprite. */
  get all(): Thing[] {
    const { about } = this.game
    const cards = about.cards.map((_, i) => this.cardThing(i))
    const any = about.members.map((m) => this.of({ sort: m.sort }))
    const signals = about.cards.flatMap((c) => (c.face?.blocks ?? []).flatMap((b) => (b.when?.look ? [b.when] : [])))
    const listed = [this.members, this.tracks, this.variables, this.kinds, cards, any]
    return [...signals.map((e) => this.signal(e)), ...listed.flat()]
  }

  of(ref: Ref): Thing {
    if (ref.m !== undefined) return this.members[ref.m] ?? ANY_CARD
    if (ref.t !== undefined) return this.tracks[ref.t] ?? ANY_CARD
    if (ref.v !== undefined) return this.variables[ref.v] ?? ANY_CARD
    if (ref.k !== undefined) return this.kinds[ref.k] ?? ANY_CARD
    if (ref.c !== undefined) return this.cardThing(ref.c)
    if (ref.sort === 'piece') return { ...anyPiece(this.form), name: readable(ref.sort) }
    if (ref.sort !== undefined)
      return { sort: SORTS[ref.sort] ?? 'resource', name: readable(ref.sort), colour: 8, letters: '?' }
    return { ...ANY_CARD, name: this.nameOf(ref) }
  }

  nameOf(ref: Ref): string {
    const { about } = this.game
    if (ref.c !== undefined) return this.game.card(ref.c).name
    if (ref.z !== undefined) return titleOf(about.zones[ref.z]!)
    if (ref.b !== undefined) return titleOf(about.boards[ref.b]!)
    if (ref.v !== undefined) return readable(about.vars[ref.v]!.title)
    return this.of(ref).name
  }

  /** A signal that has a look; it is none of the description's lists. */
  signal({ verb, look }: Happening): Thing {
    return {
      sort: 'counter',
      name: readable(verb),
      colour: look?.colour ?? 0,
      picture: look?.picture,
      letters: look?.icon ?? '',
    }
  }

  spaceName(space: number): string {
    return readable(this.game.space(space).name)
  }

  /** Of a kind of cards: whether one can tell it from others by its look. */
  isSpecial(ref: Ref): boolean {
    return ref.k !== undefined && this.game.about.kinds[ref.k]?.look != null
  }

  /** Of a kind of cards: whether there are only kinds of it, so that its name says nothing. */
  isGeneral(ref: Ref): boolean {
    const kind = ref.k === undefined ? undefined : this.game.about.kinds[ref.k]
    return kind !== undefined && !this.game.about.cards.some((c) => c.kind === kind.title)
  }

  /** A card as a thing: a small card of its kind. */
  private cardThing(card: number): Thing {
    const { kind, look, name } = this.game.card(card)
    const colour = look?.colour || colourOf(this.game.kindTint(kind))
    return { sort: 'card', name, colour, picture: look?.picture ?? undefined }
  }

  private learnPictures() {
    const { members, tracks, kinds, vars } = this.game.about
    for (const [name, look] of [...members, ...tracks, ...kinds, ...vars].map((t) => [t.name, t.look] as const))
      if (look?.picture && !this.pictures.has(name))
        this.pictures.set(name, { picture: look.picture, colour: look.colour })
  }

  /** Looks are inherited from the kind above. */
  private inherited(kind: number): Look | null {
    const k = this.game.about.kinds[kind]
    return k ? (k.look ?? this.inherited(k.parent)) : null
  }

  private drawn(name: string, look: Look | null, colour: number, sign: string): Drawn {
    if (look?.picture) return { picture: look.picture, colour: look.colour || colour }
    const twin = this.pictures.get(name)
    if (twin) return { picture: twin.picture, colour: look?.colour || twin.colour || colour }
    const own = look?.colour || colour
    if (drawingOf(name) !== undefined) return { picture: name, colour: own }
    return { colour: own, letters: look?.icon ?? sign }
  }

  private variable(v: Variable, i: number): Thing {
    const name = readable(v.title)
    if (v.scope === 'space' && v.role === 'tile') return { ...anyPiece(this.form), name }
    const drawn = this.drawn(v.name, v.look, v.scope === 'space' ? 7 : AUTO + (i % 10), letters(name))
    if (v.scope === 'space') {
      const marked = drawn.picture ? drawn : { colour: drawn.colour, picture: 'flag' }
      return { sort: 'piece', name, form: this.form, ...marked }
    }
    return { sort: v.role === 'cubes' ? 'cube' : 'counter', name, ...drawn }
  }
}

/** The initials of a name of several words: their first letters alone are often the same for two things. */
function letters(name: string): string {
  const words = name.split(' ').filter((w) => w)
  return words.length > 1 ? words[0]!.charAt(0) + words.at(-1)!.charAt(0) : name.slice(0, 2)
}

const lexicons = new WeakMap<Description, Things>()

/** How the things of a game are drawn, worked out once for its description. */
export function thingsOf(game: Game): Things {
  const known = lexicons.get(game.about)
  if (known) return known
  const made = new Things(game)
  lexicons.set(game.about, made)
  return made
}

/** The ground of the board that is in use: scenes of cards take their colours from it. */
export const groundOf = (game: Game): Ground | null =>
  game.about.boards.find((b) => b.in_use && b.ground !== null)?.ground ?? null

/** Phrases drawn in lines, for instance what a mark of a track gives. */
export const phrasesOf = (game: Game, body: Body, labels: Labels, u: number, width: number): Box =>
  flow(new Phraser(thingsOf(game), labels).boxes(body, u, width), width, u * 0.3)
