// The model of a definition as the engine tells it (docs/model.schema.json), as far as forms read it.

export interface Place { file: string; line: number; from: number; to: number }
export interface Use { as: 'use' | 'trigger' | 'change' | 'scenario'; part: string | null; name: string | null
  file: string; line: number }
export interface ModeStart { mode: number; start: number; least?: number; most?: number }
/** What every part has; the rest depends on what it is. */
export interface Part {
  part: string
  name?: string
  title?: string
  at?: Place
  used_by?: Use[]
  says?: string
  written?: string | null
}
export interface Started extends Part {
  least?: number
  most?: number
  start?: number
  start_written?: string | null
  modes?: ModeStart[]
}
export interface Parameter extends Part { type: string; default?: string | null }
export interface Clause extends Part { type?: string; default?: string | null }
export interface Statement extends Part { inside?: Statement[]; else?: Statement[]
  actions?: { least: number; most?: number } }
export interface Card extends Part {
  name: string
  printed: Record<string, string | null | (string | null)[]>
  copies: number
  says: string
  clauses: { key: string; label: string; says: string; number?: number }[]
}
export interface Kind extends Part {
  name: string
  is: string | null
  given: Record<string, unknown>
  parameters: Parameter[]
  variables: Started[]
  clauses: Clause[]
  in_zones: boolean
  menu: boolean
  cards: Card[]
}
export interface Space extends Part { name: string; is: string | null; parameters: Parameter[]; variables: Started[]
  accepted_by: string[] }
export interface Board extends Part { shape: string; of: string; spaces: { name: string; kind: string; row: number
  printed?: string | null; says: string }[] }
export interface Track extends Started { name: string; of: string; step: number; loop: boolean
  bonus_steps: { value: number; says: string }[] }
export interface Stack extends Part { name: string; of?: string; holds?: string; pile?: boolean; seen_by?: string | null
  refilled_from?: string; live?: boolean; total?: number }
export interface Option extends Part { name: string; values: (string | null)[]; default: string | null }
export interface Called extends Part { name: string; parameters: { name: string; type: string }[]; result?: string
  acts: boolean; asks: boolean; calls: string[] }
export interface Effect extends Part { on: string; card?: string; kind?: string; where?: string | null }
export interface Scenario extends Part { name: string; mentions: string[] }
export interface End extends Part { most?: number }

export interface Model {
  title: string
  files: string[]
  modes: { players: { least: number; most: number }; options: Option[]; list: { players: number; option?: string }[] }
  turns?: Statement[]
  score: Part[]
  ties: (string | null)[]
  end: End[]
  tracks: Track[]
  stacks: Stack[]
  spaces: Space[]
  boards: Board[]
  components: Kind[]
  achievements: { kind: string; taken: string }[]
  resources: (Part & { name: string })[]
  symbols: (Part & { name: string })[]
  actions: string[]
  sub_actions: Called[]
  signals_and_values: Called[]
  effects: Effect[]
  players: (Started & { type: string; by?: string; per?: string })[]
  table: (Started & { type: string; by?: string; per?: string })[]
  scenarios: Scenario[]
}

/** A kind and those above it, itself first. */
export function lineOf(model: Model, kind: string): Kind[] {
  const found: Kind[] = []
  for (let k = model.components.find((c) => c.name === kind); k && !found.includes(k);
    k = model.components.find((c) => c.name === k!.is)) found.push(k)
  return found
}

/** A kind and those below it. */
export const below = (model: Model, kind: string): Kind[] =>
  model.components.filter((k) => lineOf(model, k.name).some((a) => a.name === kind))

export const kindOfCard = (model: Model, card: Card): Kind => model.components.find((k) => k.cards.includes(card))!

/** What may be printed on a card of a kind, in the order of its brackets: its own first, without what is given. */
export function parametersOf(model: Model, kind: string): Parameter[] {
  const line = lineOf(model, kind)
  const given = new Set(line.flatMap((k) => Object.keys(k.given)))
  return [...line].flatMap((k) => k.parameters).filter((p) => !given.has(p.name!))
}

export const clausesOf = (model: Model, kind: string): Clause[] => lineOf(model, kind).flatMap((k) => k.clauses)
