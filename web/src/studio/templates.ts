// What a new game begins with: whole definitions with scenarios, in examples/templates, where tests play them, or
// nothing but a name.
import type { Files } from './files'

const texts = import.meta.glob<string>('../../../examples/templates/*/*', { query: '?raw', import: 'default',
  eager: true })

/** The least there is to a game: what is missing is told as it is typed. */
const EMPTY = 'game "My game":\n  players: 2\n\n'

export const TEMPLATES = ['board', 'cards', 'race', 'empty'] as const
export type Template = (typeof TEMPLATES)[number]

export function templateFiles(of: Template): Files {
  if (of === 'empty') return { 'my-game.game': EMPTY }
  const found = Object.entries(texts).filter(([path]) => path.includes(`/templates/${of}/`))
  return Object.fromEntries(found.map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text]))
}
