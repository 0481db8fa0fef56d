// The service worker, /service.js: keeps the files of the page for when there is no server.
//
// A version is the list of files with their digests that stands before this script: another list is another script,
// which is how browsers notice a new version. A file is kept under its path and digest, and only when its content has
// that digest, so what is shown without a server is one version, whole. Pages are asked of the server first; only files
// of the list are kept: no answer of /api or /ws, no address of a table, nothing that belongs to a person.
// Engines are large: that of tables is kept as soon as somebody has asked for it, that of the studio with what belongs
// to it as soon as somebody has opened the studio.
//
// Push messages are taken by a file of their own beside this one.
import { takePushes, type PushScope } from './push'
import { scope } from './scope'

const CACHE = 'terrane.page'
const LARGE = [/^\/assets\/(terrane|games)-/, /^\/assets\/(studio|scenarios)-/]
const STUDIO = /^\/assets\/(studio|scenarios|games)-/
const PAGE = '/index.html'
const { files } = scope
const keyOf = (path: string) => `${path}?${files[path]}`
const pathOf = (request: Request) => new URL(request.url).pathname

async function digest(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash.subarray(0, 8)].map((b) => b.toString(16).padStart(2, '0')).join('')
}

/** A copy as it came, with the rules for its content, but for what is said of the way it came. */
function copyOf(answer: Response, bytes: ArrayBuffer): Response {
  const headers = new Headers(answer.headers)
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'date']) headers.delete(name)
  return new Response(bytes, { headers })
}

/** Fetches a file of this version and keeps it; an Error where the server has another one by now. */
async function store(cache: Cache, path: string) {
  if (await cache.match(keyOf(path))) return
  const answer = await fetch(path, { cache: 'no-cache' })
  const bytes = await answer.arrayBuffer()
  if (!answer.ok || (await digest(bytes)) !== files[path]) throw new Error(`${path} is not of this version`)
  await cache.put(keyOf(path), copyOf(answer, bytes))
}

async function install() {
  const cache = await scope.caches.open(CACHE)
  const had = (await cache.keys()).map(pathOf)
  const unwanted = LARGE.filter((some) => !had.some((path) => some.test(path)))
  const wanted = Object.keys(files).filter((path) => !unwanted.some((some) => some.test(path)))
  await Promise.all(wanted.map((path) => store(cache, path)))
}

/** Who has opened the studio has it without a server from then on, also what was fetched before this script came. */
async function keepStudio() {
  const cache = await scope.caches.open(CACHE)
  await Promise.all(Object.keys(files).filter((path) => STUDIO.test(path)).map((path) => store(cache, path)))
}

/** Files of other versions go. */
async function activate() {
  const cache = await scope.caches.open(CACHE)
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (`?${files[pathname]}` !== search) await cache.delete(request)
  }
  await scope.clients.claim()
}

async function kept(path: string): Promise<Response | undefined> {
  return (await scope.caches.open(CACHE)).match(keyOf(path))
}

/** A file of this version. */
async function file(request: Request, path: string): Promise<Response> {
  const found = await kept(path)
  if (found) return found
  const cache = await scope.caches.open(CACHE)
  await store(cache, path).catch(() => {}) // not of this version: whoever asks gets what there is
  return (await kept(path)) ?? fetch(request)
}

/** The page: the server's, or the one that is kept where there is none. */
async function page(request: Request): Promise<Response> {
  const BROKEN = 502 // what stands before a server says so where that is gone
  const answer = await fetch(request).catch(() => null)
  if (answer && answer.status < BROKEN) return answer
  return (await kept(PAGE)) ?? answer ?? Response.error()
}

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(activate()))
scope.addEventListener('message', (event) => {
  const { data, ports } = event
  if (data.t === 'has') ports[0]?.postMessage(data.path in files)
  else if (data.t === 'keep studio') event.waitUntil(keepStudio().catch(() => {})) // another version will
  else void scope.skipWaiting()
})
scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || /^\/(api|ws)(\/|$)/.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname in files) event.respondWith(file(request, pathname))
})
takePushes(scope as unknown as PushScope)
