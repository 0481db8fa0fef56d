// What a person chose for this browser: language, colours, sound, when to be asked back. Kept in local storage, which
// may be switched off: then it lasts as long as the page.
import { en, type Messages } from './messages/en'
import type { More } from './messages/more/en'
import type { Sorting } from './model/cards'
import type { Pace } from './motion/pace'
import type { Table } from './protocol'

/** Languages besides English are fetched when somebody wants them. */
const others: Record<string, { name: string; fetch: () => Promise<[Messages, More]> }> = {
  de: {
    name: 'Deutsch',
    fetch: async () => [(await import('./messages/de')).de, (await import('./messages/more/de')).de],
  },
}
export const languageList = [
  { code: 'en', name: en.language },
  ...Object.entries(others).map(([code, { name }]) => ({ code, name })),
]
let known: Record<string, Messages> = $state.raw({ en })
let more: Record<string, More> = $state.raw({}) // English comes with who says it

/** Fetches the words of a language, unless they are there. */
export async function learn(language: string): Promise<void> {
  const other = others[language]
  if (!other || known[language]) return
  const [words, rest] = await other.fetch()
  known = { ...known, [language]: words }
  more = { ...more, [language]: rest }
}

export interface Settings {
  language: string
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  notify: boolean // a notification when it is one's turn and the page is behind another
  confirm: 'never' | 'waste' | 'always'
  warnings: boolean
  hints: boolean // a game that is played for the first time is taught
  sorting: Sorting
  pace: Pace
  name: string
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`terrane.${key}`)
  } catch {
    return null
  }
}

export function keep(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(`terrane.${key}`)
    else localStorage.setItem(`terrane.${key}`, value)
  } catch {
    // nothing is kept, and nothing else changes
  }
}

/** The same as long as the tab is open. */
export function noticed(key: string): string | null {
  try {
    return sessionStorage.getItem(`terrane.${key}`)
  } catch {
    return null
  }
}

export function note(key: string, value: string | null) {
  try {
    if (value === null) sessionStorage.removeItem(`terrane.${key}`)
    else sessionStorage.setItem(`terrane.${key}`, value)
  } catch {
    // as above
  }
}

function initial(): Settings {
  const spoken = navigator.language.slice(0, 2)
  const usual: Settings = {
    language: spoken in others ? spoken : 'en',
    theme: 'auto',
    sound: false,
    notify: false,
    confirm: 'waste',
    warnings: true,
    hints: true,
    sorting: 'dealt',
    pace: 'normal',
    name: '',
  }
  try {
    return { ...usual, ...JSON.parse(recall('settings') ?? '{}') }
  } catch {
    return usual
  }
}

export const settings: Settings = $state(initial())

export function saveSettings() {
  keep('settings', JSON.stringify(settings))
}

/** The words of the page in the language chosen. */
export const say = (): Messages => known[settings.language] ?? en

/** What no table needs (messages/more); undefined: English. */
export const moreIn = (language: string): More | undefined => more[language]

/** What the clocks of a table allow and what happens then, in words. */
export function clockWords({ settings: { clock, move_clock: move, late, always } }: Table): string {
  const { make, clock: m } = say()
  const limits = [...(move ? [m.move(make.duration(move))] : []), ...(clock ? [m.game(make.duration(clock))] : [])]
  return `${limits.join(', ')}. ${m.then[late ?? 'nothing']}${always ? ` ${m.always}` : ''}`
}

/** The colour of a seat in words. */
export const seatColour = (seat: number): string => say().table.colours[seat % say().table.colours.length]!
