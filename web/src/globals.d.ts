/** The files of the engine, where the page is built with it (vite.config.ts): that of tables with the games, that of
 *  the studio with their scenarios. */
declare const __ENGINE__: { module: string; games: string; studio: string; scenarios: string } | null
