// What is different on the cards of a game since it was saved: pure, from two descriptions. Cards are the same that are
// called the same and are of the same kind.
import type { Game } from '../model/game'
import type { Card } from '../protocol'

export interface Changes {
  fresh: ReadonlySet<number> // cards that were not there
  changed: ReadonlyMap<number, number> // cards that say something else, and what they were before
  gone: string[]
}

/** Numbers that name something, and what they name: they move when something is added elsewhere. */
const named = (game: Game): Record<string, (n: number) => string | undefined> => ({
  m: (n) => game.about.members[n]?.name,
  t: (n) => game.about.tracks[n]?.name,
  v: (n) => game.about.vars[n]?.name,
  k: (n) => game.about.kinds[n]?.title,
  c: (n) => game.about.cards[n]?.name,
  z: (n) => game.about.zones[n]?.name,
  b: (n) => game.about.boards[n]?.name,
  spaces: () => undefined,
  rule: () => undefined,
})

/** All that is printed on a card, as a text to be compared. */
function printedOn(game: Game, card: Card): string {
  const names = named(game)
  const face = JSON.stringify(card.face, (key, value: unknown) => (typeof value === 'number' && names[key] ?
    names[key](value) : value))
  const tags = card.tags.map((t) => game.about.members[t]?.name)
  return JSON.stringify([card.name, card.kind, tags, card.look, card.clauses.map(([, text]) => text), face])
}

const keyOf = (c: Card) => `${c.kind} ${c.copy} ${c.name}`

export function changesOf(before: Game | null, now: Game): Changes {
  const fresh = new Set<number>()
  const changed = new Map<number, number>()
  if (!before) return { fresh, changed, gone: [] }
  const were = new Map(before.about.cards.map((c, i) => [keyOf(c), i]))
  now.about.cards.forEach((card, i) => {
    const was = were.get(keyOf(card))
    were.delete(keyOf(card))
    if (was === undefined) fresh.add(i)
    else if (printedOn(before, before.card(was)) !== printedOn(now, card)) changed.set(i, was)
  })
  const left = [...were.values()].map((i) => before.card(i))
  return { fresh, changed, gone: left.filter((c) => c.copy === 0).map((c) => c.name) }
}
