// The words on sheets, of those the page has in a language.
import type { Messages } from '../messages/en'
import type { PrintLabels } from './options'

export const labelsOf = ({ face, print }: Messages): PrintLabels => {
  const { parts, behind, piece, player, shared } = print
  return { face, parts, behind, piece, player, shared }
}
