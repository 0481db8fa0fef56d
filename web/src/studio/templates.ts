// What a new game begins with: whole definitions with scenarios, in examples/templates, where tests play them. The last
// is the least that can be played: whoever begins with nothing has no mistake, and sees where to go on.
import type { Files } from './files'

const texts = import.meta.glob<string>('../../../examples/templates/*/*', { query: '?raw', import: 'default',
  eager: true })

export const TEMPLATES = ['board', 'cards', 'race', 'empty'] as const
export type Template = (typeof TEMPLATES)[number]

export function templateFiles(of: Template): Files {
  const found = Object.entries(texts).filter(([path]) => path.includes(`/templates/${of}/`))
  return Object.fromEntries(found.map(([path, text]) => [path.slice(path.lastIndexOf('/') + 1), text]))
}
