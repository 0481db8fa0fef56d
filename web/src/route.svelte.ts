// Where one is: the lobby, or a table. Links are ordinary addresses, so that they can be shared.
export const route: { table: string | null } = $state({ table: null })

function readAddress() {
  route.table = /^\/table\/([0-9A-Za-z]+)/.exec(location.pathname)?.[1] ?? null
}

export function go(path: string) {
  history.pushState(null, '', path)
  readAddress()
}

export const tablePath = (id: string) => `/table/${id}`

/** For links: stays in the page unless another tab is wanted. */
export function follow(event: MouseEvent) {
  const link = (event.currentTarget as HTMLElement).closest('a')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  go(link.getAttribute('href')!)
}

addEventListener('popstate', readAddress)
readAddress()
