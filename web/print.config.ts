// How the print that stands alone is built: dist/print.html, one file with its script and styles in it. terrane print
// puts the description of a game where the mark stands.
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const HEAD = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Terrane</title><style>'

/** A text that ends no script. */
const inScript = (text: string): string => text.replaceAll('</script', '<\\/script')

function oneFile(): Plugin {
  return {
    name: 'one file',
    enforce: 'post', // behind what collects the styles
    generateBundle(_, bundle) {
      let [script, style] = ['', '']
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') script += part.code
        else if (name.endsWith('.css')) style += String(part.source)
        delete bundle[name]
      }
      const data = '<script type="application/json" id="game">@GAME@</script>'
      const source = `${HEAD}${style}</style></head><body>${data}<script>${inScript(script)}</script></body></html>\n`
      this.emitFile({ type: 'asset', fileName: 'print.html', source })
    },
  }
}

export default defineConfig({
  plugins: [oneFile()],
  publicDir: false,
  build: {
    emptyOutDir: false, assetsInlineLimit: 0, target: 'es2022', cssCodeSplit: false,
    lib: { entry: join(import.meta.dirname, 'src/print/alone.ts'), formats: ['iife'], name: 'print' },
  },
})
