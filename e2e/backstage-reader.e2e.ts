import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, testWithCatalog } from './generated-catalog.ts'

const built = path.join(import.meta.dirname, 'backstage-reader/dist')
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** An app of Backstage's packages, at another origin than the portal: its files, and its page for every other path. */
const app = createServer((request, response) => {
  const asked = path.join(built, path.posix.normalize(new URL(request.url ?? '/', 'http://localhost').pathname))
  const file = path.extname(asked) !== '' && existsSync(asked) ? asked : path.join(built, 'index.html')
  response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream').end(readFileSync(file))
})
const originOf = () => `http://localhost:${(app.address() as AddressInfo).port}`

const test = testWithCatalog({
  async config() {
    expect(existsSync(built), "Backstage's docs reader is not built. `npm test -- e2e/backstage-reader.e2e.ts` builds it").toBe(true)
    await new Promise<void>(resolve => app.listen(0, '127.0.0.1', resolve))
    return { backend: { cors: { origin: originOf(), credentials: true } } }
  },
})
test.afterAll(() => void app.close())

test("Backstage's own docs reader shows a page of ours with its navigation, contents and images", async ({ portal }) => {
  const { page, url } = portal
  await page.addInitScript(`window.serverUrl = ${JSON.stringify(url)}`)
  await page.goto(`${originOf()}/docs/default/component/booking-service`)
  await page.getByRole('button', { name: 'Enter' }).click()
  const heading = (name: RegExp) => page.locator('article').getByRole('heading', { level: 1, name })
  await expect(heading(/^Booking service/)).toBeVisible({ timeout: 60_000 })
  const image = page.locator('article img').first()
  await expect(image).toBeVisible()
  // An image that was refused has no size of its own.
  await expect.poll(() => image.evaluate(element => (element as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expect(page.locator('.md-nav--secondary').getByRole('link', { name: 'What it promises' })).toBeVisible()
  await page.locator('.md-nav--primary').getByRole('link', { name: 'Runbook' }).click()
  await expect(heading(/^Runbook/)).toBeVisible()
  await expect(page).toHaveURL(`${originOf()}/docs/default/component/booking-service/runbook/`)
})
