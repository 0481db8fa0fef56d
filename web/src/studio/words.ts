// What the studio's page and the Workers with its engines say to one another, besides what they say of tables.
import type { FromTables, ToTables } from '../local/words'

export type ToStudio =
  | ToTables
  | { t: 'start'; module: WebAssembly.Module } // once, before everything else
  | { t: 'ask'; id: number; what: string; body: string }
  | { t: 'edit'; text: string } // to the language server
  | { t: 'put'; path: string; text: string }
  | { t: 'remove'; path: string }

export type FromStudio = FromTables | { t: 'edit'; text: string }
