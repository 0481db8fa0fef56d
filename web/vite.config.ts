// How the page is built: everything is a file of its own, because the server's content policy allows nothing inline.
// Beside each text lies the same compressed, NAME.gz and NAME.br: the server sends what a browser takes.
//
// TERRANE_WASM names the engine for pages (tools/web compiles it where that is possible), beside which lies that of the
// studio: they and the games become files that are fetched only by who plays without a server, or opens the studio.
// Without them the page says that it has no engine.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vitest/config'

const TEXTS = /\.(html|js|css|svg|json|map|txt|wasm|webmanifest)$/
const WORTH_IT = 0.9 // of the bytes, at most
const GAMES = join(import.meta.dirname, '../games')
const { TERRANE_WASM } = process.env

const digest = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** All files below a folder. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder).sort().flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesOf(path) : [path]
  })

/** Files of the games that are shipped, by their paths. */
function gamesText(wanted: RegExp): string {
  const read = filesOf(GAMES).filter((path) => wanted.test(path))
  const entries = read.map((path) => [`games/${relative(GAMES, path)}`, readFileSync(path, 'utf8')])
  return JSON.stringify(Object.fromEntries(entries))
}

function engineFiles(wasm: string) {
  const file = (stem: string, ending: string, content: string | Buffer) =>
    ({ path: `/assets/${stem}-${digest(content).slice(0, 8)}.${ending}`, content })
  const module = file('terrane', 'wasm', readFileSync(wasm))
  const games = file('games', 'json', gamesText(/\.(game|words|weights)$/)) // rules, words and what bots know
  const studio = file('studio', 'wasm', readFileSync(join(dirname(wasm), 'studio.wasm')))
  const scenarios = file('scenarios', 'json', gamesText(/\.scenario$/)) // players do without
  return { files: [module, games, studio, scenarios],
    names: { module: module.path, games: games.path, studio: studio.path, scenarios: scenarios.path } }
}

const engine = TERRANE_WASM && !process.env.VITEST ? engineFiles(TERRANE_WASM) : null

function compress(file: string) {
  const bytes = readFileSync(file)
  const forms = {
    gz: gzipSync(bytes, { level: 9 }),
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  }
  for (const [ending,
    form] of Object.entries(forms)) if (form.length < WORTH_IT * bytes.length) writeFileSync(`${file}.${ending}`, form)
}

/** The service worker is told which files there are: see src/service/main.ts. */
function tellService(folder: string) {
  const service = join(folder, 'service.js')
  const known = filesOf(folder).filter((path) => path !== service)
  const list = Object.fromEntries(known.map((path) => [`/${relative(folder, path)}`, digest(readFileSync(path))]))
  writeFileSync(service, `self.files=${JSON.stringify(list)};\n${readFileSync(service, 'utf8')}`)
}

function finished(): Plugin {
  let folder = ''
  return {
    name: 'finished',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle: () => {
      for (const { path, content } of engine?.files ?? []) writeFileSync(join(folder, path), content)
      tellService(folder)
      for (const path of filesOf(folder)) if (TEXTS.test(path)) compress(path)
    },
  }
}

const inputs = { page: join(import.meta.dirname, 'index.html'),
  service: join(import.meta.dirname, 'src/service/main.ts') }
const nameOf = (chunk: { name: string }) => (chunk.name === 'service' ? '[name].js' : 'assets/[name]-[hash].js')

/** What only the studio loads is called so: the service worker keeps it only for who opens the studio. */
const STUDIO = /\/(src\/(studio|messages\/studio)|node_modules\/(@codemirror|@lezer|style-mod|w3c-keyname|crelt))\//
const partOf = ({ moduleIds }: { moduleIds: string[] }) =>
  (moduleIds.some((id) => STUDIO.test(id)) ? 'assets/studio-[name]-[hash].js' : 'assets/[name]-[hash].js')
const ofStudio = new Set(filesOf(join(import.meta.dirname, 'src/studio')).map((path) => basename(path, '.svelte')))
const assetOf = ({ names }: { names: string[] }) =>
  (names.some((name) => name.endsWith('.css') && ofStudio.has(basename(name, '.css'))) ?
    'assets/studio-[name]-[hash][extname]' : 'assets/[name]-[hash][extname]')
const workerOf = ({ facadeModuleId }: { facadeModuleId: string | null }) =>
  (STUDIO.test(facadeModuleId ?? '') ? 'assets/studio-[name]-[hash].js' : 'assets/[name]-[hash].js')

/** Short names for the styles of a component: they stand at each of its elements. */
const cssHash = ({ hash, css }: { hash: (text: string) => string; css: string }) => `s${hash(css).slice(0, 4)}`

export default defineConfig({
  plugins: [svelte({ compilerOptions: { discloseVersion: false, cssHash } }), finished()],
  define: { __ENGINE__: JSON.stringify(engine?.names ?? null) },
  worker: { format: 'es', rollupOptions: { output: { entryFileNames: workerOf } } },
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022',
    rollupOptions: { input: inputs, output: { entryFileNames: nameOf,
      chunkFileNames: partOf, assetFileNames: assetOf } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {}, // tests run what browsers run
  server: { fs: { allow: ['..'] }, proxy: { '/api': 'http://127.0.0.1:8080', '/ws': { target: 'ws://127.0.0.1:8080', ws: true } } },
  test: { include: ['tests/*.test.ts', 'tests/*.spec.ts', 'tests/*.wasm.ts'], testTimeout: 60000, hookTimeout: 30000,
    fileParallelism: false },
})
