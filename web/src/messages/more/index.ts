// In the language chosen, as say() does for the rest.
import { moreIn, settings } from '../../settings.svelte'
import { en, type More } from './en'

export const sayMore = (): More => moreIn(settings.language) ?? en
