// Push messages in the service worker, with a stand-in for its interface.
import { describe, expect, it } from 'vitest'
import { takePushes, type PushScope } from '../src/service/push'

const ID = 'aB3'.repeat(7) + 'x'

function stand(pages: string[] = []) {
  const done: unknown[] = []
  const listeners = new Map<string, (event: object) => void>()
  const scope = {
    registration: { showNotification: async (title: string, options: object) => void done.push({ title, ...options }) },
    clients: {
      matchAll: async () => pages.map((url) => ({ url, focus: async () => done.push(`focus ${url}`) })),
      openWindow: async (path: string) => done.push(`open ${path}`),
    },
    addEventListener: (type: string, listen: (event: object) => void) => listeners.set(type, listen),
  }
  takePushes(scope as unknown as PushScope)
  async function happens(type: string, event: object) {
    let finished: Promise<unknown> = Promise.resolve()
    listeners.get(type)!({ ...event, waitUntil: (p: Promise<unknown>) => (finished = p) })
    await finished
    return done
  }
  return {
    push: (data: unknown) =>
      happens('push', { data: data === undefined ? null : { json: () => JSON.parse(String(data)) } }),
    click: (data: unknown) =>
      happens('notificationclick', { notification: { data, close: () => done.push('closed') } }),
  }
}

describe('a push message', () => {
  it('is shown, one for a table', async () => {
    const said = JSON.stringify({ table: ID, title: 'Reversi', text: 'It is your turn.', others: 'Ben' })
    expect(await stand().push(said)).toEqual([{ title: 'Reversi', body: 'It is your turn.', tag: `/table/${ID}`,
      data: `/table/${ID}` }])
  })

  it('is shown without words, and leads to the lobby, where it is not of that form', async () => {
    const plain = [{ title: 'Terrane', body: '', tag: '/', data: '/' }]
    for (const said of [undefined, 'no JSON', '[]', '3', 'null', '{"title":7,"text":{},"table":"../x"}'])
      expect(await stand().push(said)).toEqual(plain)
  })

  it('leads to the page that has the table, else to a new one, and nowhere else', async () => {
    const path = `/table/${ID}`
    const open = ['https://play.example/', `https://play.example${path}`]
    expect(await stand(open).click(path)).toEqual(['closed', `focus https://play.example${path}`])
    expect(await stand(['https://play.example/new']).click(path)).toEqual(['closed', `open ${path}`])
    expect(await stand().click('//evil.example/')).toEqual(['closed', 'open /'])
    expect(await stand().click(undefined)).toEqual(['closed', 'open /'])
  })
})
