// The words of the studio: apart from those of the page, since players load them never. A language is a file beside
// en.ts, fetched with the studio where it is chosen.
import { settings } from '../../settings.svelte'
import { de } from './de'
import { en, type StudioWords } from './en'

const WORDS: Readonly<Record<string, StudioWords>> = { en, de }

export const sayStudio = (): StudioWords => WORDS[settings.language] ?? en
