// A game by what stands in an address: its name, as it is usually played, or the hash of what a table plays.
import { fetchDescription, fetchRules } from './protocol'

const isHash = (key: string) => key.length === 16 && [...key].every((c) => '0123456789abcdef'.includes(c))

export const describedBy = (key: string, lang: string) =>
  isHash(key) ? fetchDescription(key, lang) : fetchRules(key, lang)
