// Keys that mean something anywhere at a table.

const SLIDES = /^(Arrow|Home$|End$|Page)/

/** Whether a key belongs to something else: a command of the browser, a text that is written, a dialog that is open.
 *  A slider takes only what moves it. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const on = event.target as HTMLElement
  const slider = on.closest('input[type=range]') !== null
  const written = event.composedPath().some((e) => e instanceof HTMLElement && e.isContentEditable)
  const writes = slider ? SLIDES.test(event.key) : written || on.closest('input, select, textarea, [role=tab]') !== null
  return event.ctrlKey || event.metaKey || event.altKey || writes || document.querySelector('dialog[open]') !== null
}
