// What is looked for, word by word: every word in any order and any form, what fits best first. Where nothing holds all
// of them there is what comes nearest. Without regard to case; a word also finds longer ones that begin so.

interface Word {
  at: number
  word: string // in small letters
}

const isLetter = (c: string) => c.toLowerCase() !== c.toUpperCase() || (c >= '0' && c <= '9')

function wordsOf(text: string): Word[] {
  const words: Word[] = []
  let from = -1
  for (let i = 0; i <= text.length; i++) {
    const inside = i < text.length && isLetter(text[i]!)
    if (inside && from < 0) from = i
    if (inside || from < 0) continue
    words.push({ at: from, word: text.slice(from, i).toLowerCase() })
    from = -1
  }
  return words
}

const SHORT = 3 // letters of what is left of a word
const ENDINGS = ['ings', 'ing', 'ies', 'ied', 'es', 'ed', 'er', 'en', 's', 'e', 'y', 'n']

/** Without its ending: "cities" and "city", "placed" and "placing" are the same. */
export function stemOf(word: string): string {
  const ending = ENDINGS.find((e) => word.endsWith(e) && word.length - e.length >= SHORT)
  return ending ? word.slice(0, word.length - ending.length) : word
}

const fits = (word: string, wanted: string): boolean =>
  wanted.length < SHORT ? word === wanted : word.startsWith(wanted) || stemOf(word) === stemOf(wanted)

/** Words of questions; what is asked for is in the others. */
const LITTLE = new Set(
  ('who what when where which how why does did can may must the and for if are there that this with much many ' +
    'happen happens wer was wann wo welche wie warum kann darf muss der die das und für wenn ist sind dass viel ' +
    'viele passiert').split(' '),
)
const tells = (word: string) => word.length >= SHORT && !LITTLE.has(word)

/** Where a text holds words that are looked for. */
export function placesOf(text: string, wanted: string): [from: number, to: number][] {
  const every = wordsOf(wanted)
  const telling = every.filter((w) => tells(w.word))
  const all = telling.length > 0 ? telling : every
  return wordsOf(text)
    .filter(({ word }) => all.some((w) => fits(word, w.word)))
    .map(({ at, word }) => [at, at + word.length])
}

/** Something that can be found: what it is called, what it says, and what it stands below. */
export interface Unit {
  name: string
  text: string
  around: string
}

export interface Ranks {
  scores: number[] // of each unit; 0: it is not found
  isNearest: boolean // nothing holds all words; these hold the most
}

const COMMON = 0.25 // of all units have a word: it says little
const NAMED = 3 // a name weighs more than a text,
const AROUND = 0.3 // and what stands above it less
const CLOSE = 0.6 // of the best score is near
const NEAR = 8 // are named at most

/** How well a unit holds each word. */
const held = (units: readonly Unit[], word: string): number[] =>
  units.map(({ name, text, around }) => {
    const has = (part: string) => wordsOf(part).some((w) => fits(w.word, word))
    return has(name) ? NAMED : has(text) ? 1 : has(around) ? AROUND : 0
  })

export function rank(units: readonly Unit[], wanted: string): Ranks {
  const words = [...new Set(wordsOf(wanted).map((w) => w.word))]
  const rows = words.map((word) => held(units, word))
  const shares = rows.map((row) => row.filter((x) => x >= 1).length / Math.max(1, units.length))
  const telling = rows.filter((_, w) => shares[w]! <= COMMON && tells(words[w]!))
  const asked = telling.length > 0 ? telling : rows
  const weights = asked.map((row) => Math.log(1 + units.length / Math.max(1, row.filter((x) => x >= 1).length)))
  const scores = units.map((_, u) => asked.reduce((sum, row, w) => sum + row[u]! * weights[w]!, 0))
  const isWhole = (u: number) => asked.every((row) => row[u]! > 0) && asked.some((row) => row[u]! >= 1)
  const whole = scores.map((score, u) => (words.length > 0 && isWhole(u) ? score : 0))
  if (words.length === 0 || whole.some((score) => score > 0)) return { scores: whole, isNearest: false }
  const best = Math.max(0, ...scores)
  const near = scores.map((score, u) => ({ score, u })).filter(({ score }) => score > 0 && score >= best * CLOSE)
  const kept = new Set(near.sort((a, b) => b.score - a.score).slice(0, NEAR).map(({ u }) => u))
  return { scores: scores.map((score, u) => (kept.has(u) ? score : 0)), isNearest: true }
}
