// The drawings are those of the list of the language, and each can be drawn: paths on the grid, nothing else.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawingOf, PICTURES } from '../src/pictures'
import { ROOT } from './support/server'

const GRID = 24
const listed = [...readFileSync(join(ROOT, 'src/code/pictures.def'), 'utf8').matchAll(/^PICTURE\((\w+)\)$/gm)].map(
  (row) => row[1]!,
)

/** How many numbers each command of a path takes. */
const TAKES: Record<string, number> = { M: 2, L: 2, C: 6, A: 7, z: 0 }
const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)/g

describe('pictures', () => {
  it('are those the language knows, in its order', () => {
    expect(listed.length).toBeGreaterThan(30)
    expect(Object.keys(PICTURES)).toEqual(listed)
  })

  it.each(Object.entries(PICTURES))('%s is a path on the grid, and like no other', (name, drawing) => {
    const commands = [...drawing.matchAll(/([A-Za-z])([^A-Za-z]*)/g)]
    expect(commands.map((c) => c[0]).join('')).toBe(drawing)
    for (const [, letter, rest] of commands) {
      const numbers = (rest!.match(NUMBER) ?? []).map(Number)
      expect(numbers.length, `${name} ${letter}${rest}`).toBe(TAKES[letter!])
      const [x, y] = letter === 'z' ? [0, 0] : numbers.slice(-2)
      for (const at of [x!, y!]) expect(at >= 0 && at <= GRID, `${name} ${letter}${rest}`).toBe(true)
    }
    expect(Object.values(PICTURES).filter((other) => other === drawing)).toHaveLength(1)
  })

  it('are none where nobody drew the name', () => {
    expect([null, undefined, '', 'toString', 'unheard'].map(drawingOf)).toEqual(Array(5).fill(undefined))
  })
})
