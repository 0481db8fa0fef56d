// The words of prints and of the page where they are chosen: apart from those of the page, since players load them
// never.
import type { Messages } from '../messages/en'
import type { PrintLabels } from './options'

const en = {
  title: 'Print and play',
  link: 'Print and play: cards, boards, tokens',
  print: 'Print',
  back: 'Back to the text',
  parts: { cards: 'Cards', boards: 'Boards', players: 'Player boards', tokens: 'Tokens', rules: 'Rules' },
  paper: 'Paper',
  card: 'Card size',
  bleed: 'Bleed (mm)',
  marks: 'Cut marks',
  backs: 'Backs',
  turns: { long: 'turned along the long edge', short: 'turned along the short edge', none: 'none' },
  once: 'One of each card',
  space: 'Space of a board (mm)',
  tokens: 'Tokens of each thing',
  sheets: (n: number) => (n === 1 ? '1 sheet' : `${n} sheets`),
  hint: 'Print at 100 %, without scaling; on both sides where there are backs.',
  behind: 'backs',
  piece: (column: number, row: number, columns: number, rows: number) =>
    `column ${column} of ${columns}, row ${row} of ${rows}`,
  player: (n: number) => `Player ${n}`,
  shared: 'Tracks',
}
export type Words = typeof en

const de: Words = {
  title: 'Zum Ausdrucken',
  link: 'Zum Ausdrucken: Karten, Pläne, Marker',
  print: 'Drucken',
  back: 'Zurück zum Text',
  parts: { cards: 'Karten', boards: 'Spielpläne', players: 'Spielertafeln', tokens: 'Marker', rules: 'Regeln' },
  paper: 'Papier',
  card: 'Kartengröße',
  bleed: 'Anschnitt (mm)',
  marks: 'Schnittmarken',
  backs: 'Rückseiten',
  turns: { long: 'an der langen Kante gewendet', short: 'an der kurzen Kante gewendet', none: 'keine' },
  once: 'Jede Karte einmal',
  space: 'Feld eines Plans (mm)',
  tokens: 'Marker von jeder Sache',
  sheets: (n: number) => (n === 1 ? '1 Blatt' : `${n} Blätter`),
  hint: 'Mit 100 % drucken, ohne Anpassung an das Papier; beidseitig, wo es Rückseiten gibt.',
  behind: 'Rückseiten',
  piece: (column: number, row: number, columns: number, rows: number) =>
    `Spalte ${column} von ${columns}, Reihe ${row} von ${rows}`,
  player: (n: number) => `Spieler ${n}`,
  shared: 'Leisten',
}

/** By language, as for the page; rather in English than not at all. */
export const WORDS: Readonly<Record<string, Words>> = { en, de }
export const wordsOf = (language: string): Words => WORDS[language] ?? en

/** The words on sheets, with those between signs. */
export function labelsOf({ face }: Messages, language: string): PrintLabels {
  const { parts, behind, piece, player, shared } = wordsOf(language)
  return { face, parts, behind, piece, player, shared }
}
