// The rules as a booklet: text that flows over pages by itself. HTML without styles of its own.
import { esc } from '../draw/base'
import { drawingOfRule } from '../model/cards'
import type { Game } from '../model/game'
import { type Entry, sectionsOf } from '../model/rulebook'
import type { PrintLabels } from './options'

const GIST = 0.2 // millimetres for a unit of a drawing in a line

function entry(game: Game, e: Entry, labels: PrintLabels): string {
  const gist = e.isDrawn ? drawingOfRule(game, e.key, labels.face) : null
  const size = gist && `width="${(gist.w * GIST).toFixed(2)}mm" height="${(gist.h * GIST).toFixed(2)}mm"`
  const drawn = gist ? `<svg class="gist" ${size} viewBox="0 0 ${gist.w} ${gist.h}">${gist.svg}</svg> ` : ''
  const name = e.name ? `<strong>${esc(e.name)}</strong>${e.text ? ': ' : ':'} ` : ''
  const steps = e.steps.length > 0 ? `<ol>${e.steps.map((s) => entry(game, s, labels)).join('')}</ol>` : ''
  return `<li>${name}${drawn}${esc(e.text)}${steps}</li>`
}

export function bookletOf(game: Game, labels: PrintLabels): string {
  const sections = sectionsOf(game).map(({ title, entries }) =>
    `<section><h2>${esc(title)}</h2><ul>${entries.map((e) => entry(game, e, labels)).join('')}</ul></section>`)
  if (sections.length === 0) return ''
  return `<article class="booklet"><h1>${esc(game.about.title)}</h1><p class="sub">${esc(labels.parts.rules)}</p>` +
    `<div class="columns">${sections.join('')}</div></article>`
}
