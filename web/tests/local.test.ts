// Tables that are kept on a device, as a lobby shows them without the engine.
import { describe, expect, it } from 'vitest'
import { tableOf } from '../src/model/kept'

const kept = {
  table: 'T', 'played by': '0123456789abcdef', name: 'g', title: 'G', header: '', created: 1, at: 2, lines: 3,
  listed: false, over: false, facts: '{"options":{},"practice":true}',
  people: JSON.stringify({ next: null, seats: [{ name: 'Ann', bot: null, secret: '01' },
    { name: null, bot: 'greedy', secret: null }, { name: null, bot: null, secret: null }] }),
}

describe('a kept table', () => {
  it('is listed with who sits there', () => {
    expect(tableOf(kept)).toMatchObject({ id: 'T', game: 'g', title: 'G', begun: true, over: false, n: 3,
      settings: { practice: true },
      seats: [{ name: 'Ann', held: true }, { bot: 'greedy', held: false }, { bot: null, held: false }] })
    expect(tableOf({ ...kept, lines: 0 })).toMatchObject({ begun: false })
  })

  it('is none when something else is kept there', () => {
    for (const wrong of [{ people: '{' }, { people: 'null' }, { people: '{}' }, { facts: '[' }])
      expect(tableOf({ ...kept, ...wrong })).toBeNull()
  })
})
