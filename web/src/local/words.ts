// What a page and the Worker with its engine say to one another.

/** Of tables. */
export type ToTables =
  | { t: 'get'; id: number; path: string; lang: string }
  | { t: 'post'; id: number; path: string; body: string }
  | { t: 'join' | 'leave'; c: number; table: string }
  | { t: 'says'; c: number; table: string; text: string }

export type FromTables =
  | { t: 'answer'; id: number; status: number; text: string }
  | { t: 'message'; c: number; text: string }
  | { t: 'joined' | 'drop'; c: number }
  | { t: 'elsewhere'; c: number } // the table is open in another tab
  | { t: 'failed'; why: 'missing' | 'broken' } // there is no engine

/** Of tables that are kept on this device. */
export type ToWorker = ToTables | { t: 'link'; id: number; journal: string }

export type FromWorker = FromTables
