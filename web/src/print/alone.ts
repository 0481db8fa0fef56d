// A print as a file of its own, which needs neither server nor modules: `terrane print` writes it with the description
// of a game in it, and prints it or draws single cards. What it offers for that is `globalThis.terrane`.
import '../theme.css'
import '../print.css'
import '../draw/board.css'
import './print.css'
import './alone.css'
import { de } from '../messages/de'
import { en, type Messages } from '../messages/en'
import { Game } from '../model/game'
import { withPlaces } from '../model/places'
import type { Description } from '../protocol'
import { back, backsOf, cardsToPrint, front } from './cards'
import { printed, symbolsOf } from './document'
import { optionsFrom } from './options'
import { CARDS } from './paper'
import { labelsOf, wordsOf } from './words'

interface Data {
  language: string
  query: string
  description: Description
}

interface Picture {
  name: string
  svg: string
}

const LANGUAGES: Record<string, Messages> = { en, de }
const { language, query, description }: Data = JSON.parse(document.getElementById('game')!.textContent ?? '')
const messages = LANGUAGES[language] ?? en
const labels = labelsOf(messages, language)
const game = new Game(withPlaces(description, messages.map.place).about)
const chosen = new URLSearchParams(query)
const options = optionsFrom(chosen)
/** Who wants pictures wants cards as they are cut, unless they say more. */
const bleed = chosen.has('bleed') ? options.bleed : 0
document.documentElement.lang = language
document.documentElement.classList.add('alone', 'paper')
document.title = `${game.about.title}: ${wordsOf(language).title}`

/** Each card once and each back once, in millimetres from the corner of the card. */
function pictures(): Picture[] {
  const size = CARDS[options.card]
  const cards = cardsToPrint(game, true)
  const fronts = cards.map((card) => ({
    name: game.card(card).name,
    svg: front(game, card, size, bleed, labels),
  }))
  if (options.backs === 'none') return fronts
  const all = backsOf(game)
  const behind = new Map(cards.map((card) => [all[card]!.key, all[card]!]))
  return [...fronts, ...[...behind.values()].map((b) => ({
    name: `${labels.behind} ${b.name}`,
    svg: back(game, b, size, bleed),
  }))]
}

let drawn: Picture[] = []

/** What is printed: how many sheets of each part. */
function draw(): Record<string, number> {
  const all = printed(game, options, labels)
  document.body.innerHTML = all.html
  return all.sheets
}

/** Begins with pictures of cards: how large they are, in hundredths of a millimetre, and what they are of. */
function cards(): { width: number; height: number; names: string[] } {
  drawn = pictures()
  const { w, h } = CARDS[options.card]
  const hundredths = (mm: number) => Math.round(100 * (mm + 2 * bleed))
  return { width: hundredths(w), height: hundredths(h), names: drawn.map((p) => p.name) }
}

/** Shows one of them, and nothing else. */
function show(i: number): void {
  const { w, h } = CARDS[options.card]
  const box = `viewBox="${-bleed} ${-bleed} ${w + 2 * bleed} ${h + 2 * bleed}"`
  document.body.innerHTML =
    `<div class="printed one">${symbolsOf(game)}<svg class="picture" ${box}>${drawn[i]!.svg}</svg></div>`
}

Object.assign(globalThis, { terrane: { sheets: draw(), cards, show } })
