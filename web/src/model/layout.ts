// Where the parts of a table go: which of five arrangements a window gets, how the strips of others and the goals share
// a column, and how the cards of a hand lie. Sizes are CSS pixels; nothing here measures the page.

/** wide: everything whole · desk: the hand shows its upper part · small: others and tracks in a row above ·
 *  low: a phone on its side · upright: a phone or a tablet held upright, one column. */
export type Arrangement = 'wide' | 'desk' | 'small' | 'low' | 'upright'

export interface Size {
  width: number
  height: number
}

export function arrangementOf({ width, height }: Size): Arrangement {
  if (height < 500 && width > height) return 'low'
  if (width < 700 || (width < 1000 && height > width)) return 'upright'
  if (width < 1200) return 'small'
  return width >= 1440 && height >= 860 ? 'wide' : 'desk'
}

// ---- the bar
const MENU = 520
const HOME = 66
const [LETTER_TITLE, LETTER] = [8.3, 6.2] // as wide as they are on average
const [ROUND, PHASE] = [10, 28] // around their letters

/** Whether all phases of a round stand in the bar beside title and menu; else only the one that is now. */
export function barHolds(width: number, title: string, rounds: string[], phases: string[]): boolean {
  const letters = (texts: string[]) => texts.reduce((n, text) => n + text.length, 0)
  const beside = letters(phases) * LETTER + phases.length * PHASE + letters(rounds) * LETTER + rounds.length * ROUND
  return HOME + title.length * LETTER_TITLE + beside + MENU <= width
}

export const isPhone = (a: Arrangement) => a === 'low' || a === 'upright'

// ---- the column of others and goals
const BAR = 44
const STRIP = 100 // with the gap below it
const STRIP_DENSE = 54
const STRIPS = 5 // from the sixth on there is room for names, points and stock only
const GOAL = 25
const SECOND = 10 // more, where the name of a goal takes a second line
/** Letters of a name that find room in one line. */
export const LONG = 18
const HEADING = 26
const SUPPLY = 66
const BUTTON = 34
const PADDING = 36 // above, and below where the tabs of the hand stand

export interface Column {
  dense: boolean // of a strip name, points and stock alone
  lines: boolean // goals are lines; else they are behind a button
  supply: boolean // what is left of everything is told too
}

/** How much of it fits: what is told least often goes first. */
export function columnOf(window: Size, below: number, others: number, goals: string[][], supplied = true): Column {
  const room = window.height - BAR - below - PADDING
  const lines = goals.reduce((sum, names) => sum + HEADING + GOAL * names.length +
    SECOND * names.filter((name) => name.length > LONG).length, 0)
  const ways: Column[] = [
    { dense: false, lines: true, supply: true },
    { dense: false, lines: true, supply: false },
    { dense: true, lines: true, supply: true },
    { dense: true, lines: true, supply: false },
    { dense: false, lines: false, supply: false },
    { dense: true, lines: false, supply: false },
  ]
  const need = (c: Column) =>
    others * (c.dense ? STRIP_DENSE : STRIP) + (c.lines ? lines : 0) + (supplied && c.supply ? SUPPLY : 0) +
    (!c.lines || (supplied && !c.supply) ? BUTTON : 0)
  return ways.find((c) => need(c) <= room && (c.dense || others <= STRIPS)) ?? ways.at(-1)!
}

// ---- cards of the table, in rows
export const TILE: Size = { width: 108, height: 88 }
export const TILE_FAR: Size = { width: 68, height: 60 } // what cannot be taken
export const TILE_LOW: Size = { width: 92, height: 75 } // on a phone on its side
export const TILE_TALL: Size = { width: 76, height: 62 } // held upright
const SQUEEZE = 0.84 // so much smaller they may be, if that saves a row

/** Rows that are equally long, of tiles as large as given, or a little smaller where that saves a row. */
export function rowsOf(
  n: number,
  width: number,
  tile: Size,
  gap: number,
  smaller = true,
): Size & { columns: number } {
  const rows = (w: number) => Math.max(1, Math.ceil(n / Math.max(1, Math.floor((width + gap) / (w + gap)))))
  const fewer = rows(tile.width * (smaller ? SQUEEZE : 1))
  const columns = Math.max(1, Math.ceil(n / Math.min(fewer, rows(tile.width))))
  const w = Math.min(tile.width, Math.floor((width + gap) / columns) - gap)
  return { columns, width: w, height: Math.round((w * tile.height) / tile.width) }
}

// ---- the seam of an upright phone
const LEAST_SEAM = 0.15
const MOST_SEAM = 0.7
export const USUAL_SEAM = 0.42
export const seamAt = (part: number): number => Math.min(MOST_SEAM, Math.max(LEAST_SEAM, part))
/** How much of the height the board takes: while spaces are asked for at least the usual, unless the person has just
 *  decided otherwise. */
export const seamOf = (seam: number, spacesAsked: boolean, justPulled: boolean): number =>
  spacesAsked && !justPulled ? Math.max(USUAL_SEAM, seam) : seam

// ---- the hand
export const CARD: Size = { width: 140, height: 196 }
export const PHONE_CARD: Size = { width: 116, height: 163 }
export const GAP = 8 // between cards
const VISIBLE = 84
const VISIBLE_PHONE = 54
const ROW = 118
const COVERED = 0.85 // less of a card than this is seen: the middle of it, where it says what it does, is cut
const PEEK = 136 // of a card whose lower part is below the window

export interface HandPlan {
  places: { x: number; y: number }[]
  rows: number
  height: number // of all rows
  step: number // from one card to the next
}

/** Side by side where all fit, overlapping where they do not, and in rows where too little of each would be seen. */
export function handOf(n: number, width: number, card: Size = CARD): HandPlan {
  const visible = card.width < CARD.width ? VISIBLE_PHONE : VISIBLE
  const room = Math.max(card.width, width)
  const inRow = Math.max(1, 1 + Math.floor((room - card.width) / visible))
  const rows = Math.max(1, Math.ceil(n / inRow))
  const each = Math.ceil(n / rows)
  const step = Math.min(card.width + GAP, each > 1 ? (room - card.width) / (each - 1) : 0)
  const places = Array.from({ length: n }, (_, i) => ({ x: (i % each) * step, y: Math.floor(i / each) * ROW }))
  return { places, rows, height: card.height + (rows - 1) * ROW, step }
}

/** How `n` cards lie in what is left beside others: whole, over one another in one row, or not at all. */
export function besideOf(n: number, room: number, card: Size): 'whole' | 'over' | null {
  if (n * (card.width + GAP) <= room) return 'whole'
  return room > 2 * card.width && handOf(n, room, card).rows === 1 ? 'over' : null
}

/** A hand that is pulled up: every card whole, in as many rows as that takes; null: it takes more than the height. */
export function spreadOf(n: number, width: number, height: number, card: Size = CARD): HandPlan | null {
  const [across, down] = [card.width + GAP, card.height + GAP]
  const fitting = Math.max(1, Math.floor((width + GAP) / across))
  const rows = Math.max(1, Math.ceil(n / fitting))
  const each = Math.max(1, Math.ceil(n / rows))
  const places = Array.from({ length: n }, (_, i) => ({ x: (i % each) * across, y: Math.floor(i / each) * down }))
  return rows * down <= height ? { places, rows, height: rows * down, step: across } : null
}

/** Whether so little of a card is seen that what it does is covered: there is a way to see it whole. */
export const isCovered = ({ step, rows, places }: HandPlan, card: Size = CARD): boolean =>
  rows === 1 && places.length > 1 && step < COVERED * card.width

/** Cards in columns, as on a phone held upright. */
export const columnsOf = (width: number, card: Size = PHONE_CARD): number =>
  Math.max(1, Math.floor((width + GAP) / (card.width + GAP)))

const LEAST_BOARD = 0.7 // of the window
const fits = (card: Size, height: number) => height - BAR - card.height - GAP >= LEAST_BOARD * height

/** The largest cards that are seen whole below the board; those of a hand of which only the upper part is seen are as
 *  large as any. */
export const handCard = (a: Arrangement, { height }: Size): Size =>
  isPhone(a) || (a === 'desk' && !fits(CARD, height) && fits(PHONE_CARD, height)) ? PHONE_CARD : CARD

/** How much height the hand takes from the board, so that the board keeps seven tenths of the window, or half of
 *  it beside a market. */
export function handHeight(a: Arrangement, { width, height }: Size, market = false): number {
  if (a === 'wide' || (a === 'small' && market && height >= 680)) return CARD.height + GAP
  const card = handCard(a, { width, height })
  if (a === 'desk') return fits(card, height) ? card.height + GAP : height < 640 ? PEEK - 32 : PEEK
  return height < 1000 ? PEEK - 28 : CARD.height + 8
}
