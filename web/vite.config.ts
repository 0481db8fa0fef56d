// How the page is built: everything is a file of its own, because the server's content policy allows nothing inline.
// Beside each text lies the same compressed, NAME.gz and NAME.br: the server sends what a browser takes.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vitest/config'

const TEXTS = /\.(html|js|css|svg|json|map|txt|wasm)$/
const WORTH_IT = 0.9 // of the bytes, at most

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

function compressAll(folder: string) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) compressAll(path)
    else if (TEXTS.test(name)) compress(path)
  }
}

function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    closeBundle: () => compressAll(folder),
  }
}

export default defineConfig({
  plugins: [svelte(), compressed()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022' },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {}, // tests run what browsers run
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/ws': { target: 'ws://127.0.0.1:8080', ws: true } } },
  test: { include: ['tests/*.test.ts', 'tests/*.spec.ts', 'tests/*.wasm.ts'], testTimeout: 60000, hookTimeout: 30000,
    fileParallelism: false },
})
