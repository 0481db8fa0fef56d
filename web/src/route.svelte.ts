// Where one is: the lobby, the set-up of a table, a table, the rules of a game or its print, a replay, or the studio.
// Links are ordinary addresses, so that they can be shared. What is replayed, and a definition for the studio, stands
// behind the #, which browsers keep to themselves: it reaches no log of a server. Below /local lies what is of this
// device, at the same addresses.
export const route: {
  local: boolean
  table: string | null
  replay: string | null
  setup: string | null
  rules: string | null // the name of a game, or the hash of its description
  print: boolean // not the rules of that game, but all of it on paper
  studio: string | null // which of its projects; empty: none yet
  link: string // what stands behind the # there
} = $state({
  local: false,
  table: null,
  replay: null,
  setup: null,
  rules: null,
  print: false,
  studio: null,
  link: '',
})

const LOCAL = '/local'

function readAddress() {
  route.local = /^\/local(\/|$)/.test(location.pathname)
  const path = route.local ? location.pathname.slice(LOCAL.length) : location.pathname
  route.replay = path === '/replay' ? location.hash : null
  route.rules = /^\/(?:rules|print)\/([^/]+)$/.exec(path)?.[1] ?? null
  route.print = path.startsWith('/print/')
  route.table = (route.local ? /^\/([0-9A-Za-z]{22})$/ : /^\/table\/([0-9A-Za-z]+)/).exec(path)?.[1] ?? null
  route.studio = /^\/studio(?:\/([0-9a-f]*))?$/.exec(path)?.slice(1).map((id) => id ?? '')[0] ?? null
  route.link = route.studio === null ? '' : location.hash
  // Links of version 0.1 named the game at the lobby
  const setsUp = path === '/new' || (path === '/' && location.search.includes('game='))
  route.setup = setsUp ? location.search : null
}

/** `names`: what the people of a game were called, for who comes to its replay from the table; the address does not
 *  say it. */
export function go(path: string, names?: string[]) {
  history.pushState(names ? { names } : null, '', path)
  readAddress()
}

/** Tables are of this device and nobody else's: those below /local, and in the studio. */
export const isOwn = () => route.local || route.studio !== null

/** The address of a page of this device, or of the server: as the page one is at. */
export const here = (path: string, local = route.local) => (local ? LOCAL + path : path)
export const homePath = (local = route.local) => (local ? LOCAL : '/')
export const replayPath = (fragment = '', local = route.local) => here(`/replay${fragment}`, local)
export const rulesPath = (key: string) => here(`/rules/${encodeURIComponent(key)}`)
export const tablePath = (id: string, local = route.local) => (local ? `${LOCAL}/${id}` : `/table/${id}`)

export function carriedNames(): string[] | null {
  const names: unknown = (history.state as { names?: unknown } | null)?.names
  return Array.isArray(names) && names.every((n) => typeof n === 'string') ? names : null
}

/** For links: stays in the page unless another tab is wanted. */
export function follow(event: MouseEvent, names?: string[]) {
  const link = (event.currentTarget as HTMLElement).closest('a')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go(link.getAttribute('href')!, names)
}

addEventListener('popstate', readAddress)
addEventListener('hashchange', readAddress)
readAddress()
