// How much of the page travels to a player: all its files, compressed as the server sends them.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const MOST = 130 * 1024

describe('the page', () => {
  it('is small, compressed', () => {
    const dist = resolve(import.meta.dirname, '../dist')
    expect(existsSync(join(dist, 'index.html')), 'run tools/web first').toBe(true)
    const files = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js') || name.endsWith('.css'))
    const bytes = files.map((name) => {
      const path = join(dist, 'assets', name)
      return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
    })
    expect(bytes.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(MOST)
    expect(bytes.length).toBeGreaterThan(1)
  })
})
