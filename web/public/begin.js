// What is done where a part of the page does not come: see index.html.
;(() => {
  const AGAIN = 60000
  const KEY = 'begun anew'
  const reload = () => location.reload()
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
  addEventListener('vite:preloadError', failed)
  addEventListener('error', ({ target: at }) => {
    if (at instanceof HTMLScriptElement || (at instanceof HTMLLinkElement && at.rel === 'stylesheet')) failed()
  }, true)
  const isMissing = (link) => {
    try {
      return !link.sheet.cssRules.length
    } catch {
      return true
    }
  }
  if ([...document.querySelectorAll('link[rel=stylesheet]')].some(isMissing)) failed()
  addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('#late a')) return
    event.preventDefault()
    reload()
  })
})()
