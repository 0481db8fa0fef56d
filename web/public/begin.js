// Runs before the scripts of the page, to tell who waits: where a part of the page fails to come, the page begins anew,
// once a minute at most; where it fails again, a line says so. The line is in index.html, hidden by theme.css while
// there is something to see: it needs neither this script nor any other.
;(() => {
  const AGAIN = 60000 // milliseconds
  const KEY = 'begun anew'
  const reload = () => location.reload()
  /** Whether it has begun anew just now; also where nothing can be kept, rather than for ever. */
  function begunAnew() {
    try {
      if (Date.now() - Number(sessionStorage.getItem(KEY) || 0) < AGAIN) return true
      sessionStorage.setItem(KEY, String(Date.now()))
      return false
    } catch {
      return true
    }
  }
  function failed() {
    if (begunAnew()) document.documentElement.dataset.load = 'failed'
    else reload()
  }
  addEventListener('vite:preloadError', failed) // also of a page that is older than what the server has by now
  addEventListener('error', ({ target: at }) => {
    if (at instanceof HTMLScriptElement || (at instanceof HTMLLinkElement && at.rel === 'stylesheet')) failed()
  }, true)
  // Styles are waited for by scripts: what has failed of them has failed before this one
  if ([...document.querySelectorAll('link[rel=stylesheet]')].some((link) => !link.sheet)) failed()
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('#late a')) return
    event.preventDefault() // the link alone would forget what stands behind a # in the address
    reload()
  })
})()
