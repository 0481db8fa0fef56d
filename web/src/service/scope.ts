// What a service worker is given: of its interface as much as is used here, since the types of pages and of workers
// do not go together.
interface Waits extends Event {
  waitUntil(done: Promise<unknown>): void
}

interface Fetches extends Waits {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

export interface Scope {
  /** The digest of each file of the page: put before this script when the page is built. */
  readonly files: Record<string, string>
  readonly caches: CacheStorage
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listen: (event: Waits) => void): void
  addEventListener(type: 'fetch', listen: (event: Fetches) => void): void
  addEventListener(type: 'message', listen: (event: MessageEvent<ToService> & Waits) => void): void
}

/** Whether a file is one of this version's; to take over from the version before; to keep all that the studio needs. */
export type ToService = { t: 'has'; path: string } | { t: 'take over' | 'keep studio' }

export const scope = globalThis as unknown as Scope
