// The face of a card as the server sends it: docs/faces.md and tests/text/face.schema.json say what its parts mean. A
// test holds the list of phrases to the schema.
export type Who = 'me' | 'any' | 'others' | 'all'

/** A thing by its number: a member, track, variable, kind, card, zone or board; or any of a sort. */
export interface Ref {
  m?: number
  t?: number
  laps?: boolean
  v?: number
  k?: number
  c?: number
  z?: number
  b?: number
  sort?: string
}

/** A number, one chosen by a letter, so many for each of something, or a sum of these. */
export type Num = number | { x: string } | { n?: number; per: Count } | { sum: Num[] }

export interface Near {
  of?: Ref
  not?: boolean
  min?: number
  who?: Who
  its?: boolean
}

export interface Where {
  on?: Ref
  spaces?: number[]
  near?: Near[]
}

export interface Count {
  of: Ref
  in?: Ref
  each?: number
  over?: number
  who?: Who
  as?: 'cube'
  free?: boolean
  has?: string // only cards with a rule that is called so
  at?: Where
}

export interface Cond extends Count {
  c: 'track' | 'count'
  min?: Num
  max?: Num
}

export interface Amount {
  n: Num
  of: Ref
}

export type Body = Phrase[]
/** `rule`: of the rules of the description, what explains its verb. */
export type Phrase = { rule?: number } & (
  | { v: 'gain'; a: Amount[]; who?: Who }
  | { v: 'lose'; a: Amount[]; who?: Who; upto?: boolean }
  | { v: 'pay'; a: Amount[]; with?: Ref[]; upto?: boolean; who?: Who }
  | { v: 'change'; of: Ref; a: Amount[]; who?: Who }
  | { v: 'step'; of: Ref; n?: Num; who?: Who }
  | { v: 'put' | 'take'; what: Ref; n?: Num; at?: Where; who?: Who }
  | { v: 'draw' | 'discard'; n?: Num; of?: Ref; who?: Who; upto?: boolean }
  | { v: 'keep'; look: number; keep: number; upto?: boolean; price?: Amount }
  | { v: 'hold'; of: Ref; n?: Num; on?: 'this' | 'mine' | 'any'; upto?: boolean }
  | { v: 'swap'; pay: Body; get: Body }
  | { v: 'either'; of: Body[] }
  | { v: 'may'; do: Body }
  | { v: 'if'; if: Cond[]; then: Body; else?: Body }
  | { v: 'repeat'; n: Num; do: Body }
  | { v: 'each'; who?: Who; do: Body }
  | { v: 'choose'; x: string; from?: number; to?: Num }
  | { v: 'finish' }
  | { v: 'do'; of?: Ref; with?: Ref[]; word?: string }
  | { v: 'text'; text?: string }
)

export interface Happening {
  verb: string
  look?: { colour?: number; picture?: string; icon?: string }
  of?: Ref
  things?: Ref[]
  who?: Who
  min?: number
  attribute?: string
  at?: Where
}

export interface Block {
  role: 'do' | 'box' | 'action' | 'when' | 'adjust'
  clause?: number
  rule?: number
  do?: Body
  when?: Happening
  value?: string
  on?: Ref
  of?: Ref[]
  this?: boolean
  who?: Who
  set?: boolean
  with?: Ref[]
  by?: Num
  unit?: Ref
}

export interface Points {
  n: Num
  per?: Count
  if?: Cond[]
  else?: Num
}

export interface Face {
  cost?: Amount
  start?: Amount[]
  tags?: Ref[]
  requires?: Cond[]
  wanted?: Cond[]
  holds?: Ref
  shows?: { name: string; n?: Num; of?: Ref }[]
  blocks: Block[]
  points?: Points
  words?: number[]
}
