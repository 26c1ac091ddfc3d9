import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openFiles } from '../testing/render-markdown.ts'

/** What is in use: garbage is collected first. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

test('a site keeps nothing of the pages that it has rendered, however many there are', () => {
  const words = 'parcels of many senders go through lockers and hubs '.repeat(200)
  const text = (at: number) => `# Page ${at}\n\n[next](p${at + 1}.md)\n\n## Part\n\n${at} ${words}\n\n\`\`\`ts\nconst at = ${at}\n\`\`\`\n`
  const files = Object.fromEntries(Array.from({ length: 661 }, (_, at) => [at === 0 ? 'docs/index.md' : `docs/p${at}.md`, text(at)]))
  const site = openFiles({ 'mkdocs.yml': 'site_name: T\n', ...files })
  const [first, rest] = [site.pages.slice(0, 61), site.pages.slice(61)]
  const render = (pages: readonly string[]) => pages.reduce((sum, page) => sum + (site.render(page)?.page.html.length ?? 0), 0)
  render(first)
  const before = heldBytes()
  const rendered = render(rest)
  expect(rendered).toBeGreaterThan(6_000_000)
  // A third of a page each would be 2 MB.
  expect(heldBytes() - before).toBeLessThan(2_000_000)
})
