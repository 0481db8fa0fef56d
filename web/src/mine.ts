// The tables this browser has a seat at: the token of each, which seat it is, and when it was last there.
import { isOwn } from './route.svelte'
import { keep, recall } from './settings.svelte'

const TOKEN = 'terrane.token.'

/** At tables of this device there is one person, whose seat any token opens (src/page/page.c). */
const ANY = '0'.repeat(22)

export const tokenOf = (id: string) => (isOwn() ? ANY : recall(`token.${id}`))

export function keepToken(id: string, token: string | null) {
  if (isOwn()) return
  keep(`token.${id}`, token)
  if (token === null) for (const what of ['seat', 'won', 'hidden']) keep(`${what}.${id}`, null)
}

/** Which seat it is at that table. */
export const noteSeat = (id: string, seat: number) => isOwn() || keep(`seat.${id}`, `${seat} ${Date.now()}`)

const noted = (id: string) => (recall(`seat.${id}`) ?? '').split(' ').map(Number)

/** Null: it never sat down there, or before seats were noted. */
export const seatAt = (id: string): number | null => (recall(`seat.${id}`) === null ? null : (noted(id)[0] ?? null))

/** Who has won there, as one has seen it; empty: one has not, or nobody has. */
export const winnerAt = (id: string) => recall(`won.${id}`) ?? ''
export const noteWinner = (id: string, names: string) => keep(`won.${id}`, names)

/** It is listed no more; the seat is still there by its link. */
export const hideTable = (id: string) => keep(`hidden.${id}`, '1')
export const isShown = (id: string) => recall(`hidden.${id}`) === null

/** All of them, where one was last first. */
export function ownTables(): string[] {
  try {
    const ids = Object.keys(localStorage).filter((key) => key.startsWith(TOKEN)).map((key) => key.slice(TOKEN.length))
    return ids.sort((a, b) => (noted(b)[1] ?? 0) - (noted(a)[1] ?? 0))
  } catch {
    return []
  }
}
