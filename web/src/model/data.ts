// Reading variables of a view: one place that knows how owners and entries are laid out, what hidden means, and when a
// value says something.
import type { Datum, Gift, Variable, View } from '../protocol'
import { pictureOf, readable, type Game, type Style } from './game'

/** `owner` is the number of the seat, card or space; undefined where the variable has no such owner. */
export function read(view: View, v: number, variable: Variable, owner: number, entry = 0): Datum | undefined {
  const at = owner - variable.first
  if (at < 0 || at >= variable.owners) return undefined
  return view.vars[v]?.[at * variable.entries + entry]
}

/** Whether a value is worth a place: hidden ones are, none, zero and no are not. */
export function tells(variable: Variable, value: Datum | undefined): boolean {
  if (value === undefined) return false
  if (value === null) return true
  if (variable.type === 'text') return value !== ''
  if (variable.type === 'number' || variable.type === 'truth') return value !== 0
  return typeof value === 'number' && value >= 0
}

/** A value in words; a truth has none beside its name. */
export function valueText(game: Game, variable: Variable, value: Datum | undefined): string {
  if (value === undefined) return ''
  if (value === null) return '?'
  if (typeof value === 'string') return value
  switch (variable.type) {
    case 'number':
      return String(value).replace('-', '−')
    case 'truth':
      return ''
    case 'player':
      return value < 0 ? '' : (game.names[value] ?? '–')
    case 'member':
      return value < 0 ? '' : readable(game.about.members[value]?.name ?? '')
    case 'card':
      return value < 0 ? '' : (game.about.cards[value]?.name ?? '')
    case 'space':
      return value < 0 ? '' : (game.about.spaces[value]?.name ?? '')
    default:
      return ''
  }
}

/** An amount of a thing: drawn as its sign, or as its word where it has none. */
export interface Token {
  count: string
  name: string
  style: Style | undefined
  thing: number | undefined // the member it is about
  cards?: boolean // it is about cards, which are no thing of a definition
}

/** What is printed on a space: amounts, and words for what is none. */
export const giftsOf = (game: Game, gives: Gift[]): Token[] =>
  gives.map(({ member, text = '', n, cards = false }) => {
    const count = n === undefined ? '' : String(n)
    const about = member === undefined ? undefined : game.about.members[member]
    if (about)
      return {
        count,
        name: readable(n === undefined || n === 1 ? about.name : about.many),
        style: game.styles[member!],
        thing: member,
      }
    const begins = count !== '' && text.startsWith(`${count} `)
    return {
      count: begins ? count : '',
      name: begins ? text.slice(count.length + 1) : text,
      style: undefined,
      thing: undefined,
      cards,
    }
  })

/** A change of one's own numbers, "+2 wood". */
export interface Change extends Token {
  by: number
  of: string // what the sign does not say: "income"
  owned: boolean // of what one owns, and not of another number about it
}

export function changeOf(game: Game, [v, entry, by]: [number, number, number]): Change | null {
  const variable = game.about.vars[v]
  if (!variable || variable.look?.hidden) return null
  const entryName = variable.index?.[entry]
  const stock = variable.role === 'stock' // what players own goes by its own name
  const name = entryName ? (stock ? entryName : `${readable(variable.name)} ${entryName}`) : readable(variable.name)
  const named = entryName ? game.styleAmong(variable.index!, entryName) : pictureOf(variable.look)
  const style = stock || named?.drawing ? named : undefined // letters say too little beside another word
  return {
    by,
    count: by > 0 ? `+${by}` : `−${-by}`,
    name,
    style,
    of: style && entryName && !stock ? readable(variable.name) : '',
    owned: stock,
    thing: entryName ? game.memberNamed(entryName) : undefined,
  }
}
