// What axe finds wrong with a page.
import source from 'axe-core'
import type { Page } from 'playwright-core'

/** Rule, place and reason of everything that is wrong. */
export async function axe(page: Page): Promise<string[]> {
  await page.evaluate(source.source)
  return page.evaluate(async () => {
    const run = (window as unknown as { axe: typeof source }).axe.run
    const found = await run(document, { resultTypes: ['violations'] })
    return found.violations.flatMap((v) =>
      v.nodes.map((n) => `${v.id}: ${n.target.join(' ')}: ${n.any[0]?.message ?? n.failureSummary ?? v.help}`),
    )
  })
}
