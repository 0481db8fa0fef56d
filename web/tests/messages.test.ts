// Translations say all that the page says: no text is empty, and none was forgotten in English.
import { describe, expect, it } from 'vitest'
import { de } from '../src/messages/de'
import { de as moreDe } from '../src/messages/more/de'
import { en as moreEn } from '../src/messages/more/en'
import { en } from '../src/messages/en'
import { de as studioDe } from '../src/messages/studio/de'
import { en as studioEn } from '../src/messages/studio/en'

function texts(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function') return [[path, String((value as (...a: unknown[]) => unknown)(2, 3))]]
  return Object.entries(value as object).flatMap(([key, inner]) => texts(inner, `${path}.${key}`))
}

describe('messages', () => {
  const english = new Map(texts({ ...en, more: moreEn, studio: studioEn }))
  const german = new Map(texts({ ...de, more: moreDe, studio: studioDe }))
  it('has the same parts', () => expect([...german.keys()]).toEqual([...english.keys()]))
  it('has no empty text', () => expect([...english, ...german].filter(([, text]) => text.trim() === '')).toEqual([]))
  it('calls the button that brings hints back by its words', () => {
    for (const { teach } of [en, de]) expect(teach.over(teach.off)).toContain(teach.off)
    expect(en.teach.over('X')).not.toContain('Menu')
  })
  it('is translated', () => {
    const sameInBoth =
      /^\.(app|table\.(colours\.1|phase)|cards\.filter|more\.make\.bot|more\.settings\.keyList\.\d+\.0)$/
    const alike = [...english].filter(([key, text]) => german.get(key) === text && text.length > 4).map(([key]) => key)
    expect(alike.filter((key) => !sameInBoth.test(key))).toEqual([])
  })
})
