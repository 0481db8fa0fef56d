/** The files of the engine, where the page is built with it (vite.config.ts). */
declare const __ENGINE__: { module: string; games: string } | null
