// Push messages in the service worker: what the server sends is shown, and leads to its table. docs/protocol.md says
// what is in a message; what is not of that form is shown without its words, for browsers want to see something shown.

/** Of the interface of a service worker as much as is used here. */
interface Shown {
  tag: string
  data?: unknown
  close(): void
}

interface Page {
  url: string
  focus(): Promise<unknown>
}

export interface PushScope {
  registration: { showNotification(title: string, options: object): Promise<void> }
  clients: {
    matchAll(options: object): Promise<readonly Page[]>
    openWindow(path: string): Promise<unknown>
  }
  addEventListener(type: string, listen: (event: never) => void): void
}

interface Pushed {
  data: { json(): unknown } | null
  waitUntil(done: Promise<unknown>): void
}

interface Clicked {
  notification: Shown
  waitUntil(done: Promise<unknown>): void
}

const ID = /^[0-9A-Za-z]{22}$/

function read(event: Pushed): Record<string, unknown> {
  try {
    const said: unknown = event.data?.json()
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** One notification for a table: another about the same takes its place. */
export async function show(scope: PushScope, event: Pushed) {
  const said = read(event)
  const table = textOf(said.table)
  const path = ID.test(table) ? `/table/${table}` : '/'
  await scope.registration.showNotification(textOf(said.title) || 'Terrane', { body: textOf(said.text), tag: path,
    data: path })
}

/** To the page that has the table, else to a new one. */
export async function open(scope: PushScope, event: Clicked) {
  const { data } = event.notification
  const path = typeof data === 'string' && data.startsWith('/') && !data.startsWith('//') ? data : '/'
  event.notification.close()
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find((page) => new URL(page.url).pathname === path)
  await (there ? there.focus() : scope.clients.openWindow(path))
}

export function takePushes(scope: PushScope) {
  scope.addEventListener('push', (event: Pushed) => event.waitUntil(show(scope, event)))
  scope.addEventListener('notificationclick', (event: Clicked) => event.waitUntil(open(scope, event)))
}
