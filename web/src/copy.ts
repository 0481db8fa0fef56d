// To the clipboard, where the browser permits it; else the text itself is told, to be copied by hand.
import { say } from './settings.svelte'

export async function copy(text: string, tell: (text: string) => void) {
  try {
    await navigator.clipboard.writeText(text)
    tell(say().table.copied)
  } catch {
    tell(text)
  }
}
