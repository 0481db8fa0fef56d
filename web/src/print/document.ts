// All that is printed of a game as one text: sheets, and behind them the booklet. print.css has its pages.
import { sprite } from '../draw/icons'
import type { Game } from '../model/game'
import { thingsOf } from '../model/things'
import { boardSheets } from './boards'
import { bookletOf } from './booklet'
import { cardSheets } from './cards'
import { playerSheets } from './mats'
import type { Part, PrintLabels, PrintOptions } from './options'
import { tokenSheets } from './tokens'

type Sheets = (game: Game, options: PrintOptions, labels: PrintLabels) => string[]
const SHEETS: Record<Exclude<Part, 'rules'>, Sheets> = {
  cards: cardSheets, boards: boardSheets, players: playerSheets, tokens: tokenSheets,
}

/** The symbols that all drawings use, once in a page. */
export const symbolsOf = (game: Game): string =>
  `<svg class="unseen" aria-hidden="true" width="0" height="0"><defs>${sprite(thingsOf(game).all)}</defs></svg>`

/** How many sheets there are of each part; the booklet's are only known when it is laid out. */
export interface Printed {
  html: string
  sheets: Record<Exclude<Part, 'rules'>, number>
}

export function printed(game: Game, options: PrintOptions, labels: PrintLabels): Printed {
  const count = { cards: 0, boards: 0, players: 0, tokens: 0 }
  const sheets = options.parts.flatMap((part) => {
    if (part === 'rules') return []
    const made = SHEETS[part](game, options, labels)
    count[part] = made.length
    return made
  })
  const booklet = options.parts.includes('rules') ? bookletOf(game, labels) : ''
  const html = `<div class="printed ${options.paper}">${symbolsOf(game)}${sheets.join('')}${booklet}</div>`
  return { html, sheets: count }
}
