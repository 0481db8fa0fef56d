// How the page is built: everything is a file of its own, because the server's content policy allows nothing inline.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, target: 'es2022' },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {}, // tests run what browsers run
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/ws': { target: 'ws://127.0.0.1:8080', ws: true } } },
  test: { include: ['tests/*.test.ts', 'tests/*.spec.ts'], testTimeout: 60000, hookTimeout: 30000, fileParallelism: false },
})
