import { attachServerLog, expect, startPortalProcess, watchProblems, type PortalProcess } from '@portico/core/testing/browser'
import { test, type Page } from '@playwright/test'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

// Definitions written by others, where they lie beside the project.
const corpus = path.resolve(import.meta.dirname, '../../shared/apis')
const hasCorpus = existsSync(path.join(corpus, 'INDEX.md'))

/** The root files of the corpus, as its index lists them. */
const files = hasCorpus
  ? [...readFileSync(path.join(corpus, 'INDEX.md'), 'utf8').matchAll(/^\| `([\w./-]+\.\w+)` \|/gm)].map(([, file]) => file!)
  : []

function kindOf(file: string): { readonly type: string; readonly placeholder: string } {
  if (file.endsWith('.proto')) return { type: 'grpc', placeholder: '$proto' }
  if (/graphql/.test(file)) return { type: 'graphql', placeholder: '$text' }
  const type = /asyncapi|mqtt/.test(file) ? 'asyncapi' : 'openapi'
  return { type, placeholder: `$${type}` }
}

const nameOf = (file: string) =>
  file
    .replaceAll(/[^\w]+/g, '-')
    .slice(-63)
    .replace(/^-/, '')

let portal: PortalProcess
let folder: string
test.beforeAll(async () => {
  test.skip(!hasCorpus, 'the definitions of others are not beside the project')
  test.setTimeout(120_000)
  folder = mkdtempSync(path.join(tmpdir(), 'portico-apis-'))
  chmodSync(folder, 0o755)
  cpSync(corpus, path.join(folder, 'apis'), { recursive: true })
  const entities = files.map(file => {
    const { type, placeholder } = kindOf(file)
    const spec = { type, lifecycle: 'production', owner: 'group:default/readers', definition: { [placeholder]: `./apis/${file}` } }
    return JSON.stringify({ apiVersion: 'backstage.io/v1alpha1', kind: 'API', metadata: { name: nameOf(file) }, spec })
  })
  writeFileSync(path.join(folder, 'catalog-info.yaml'), entities.join('\n---\n'))
  portal = await startPortalProcess({
    auth: { environment: 'development', providers: { guest: {} } },
    // However busy the machine is.
    apiDocs: { limits: { timeout: '10m' } },
    catalog: { rules: [{ allow: ['API'] }], locations: [{ type: 'file', target: path.join(folder, 'catalog-info.yaml') }] },
  })
})
test.afterAll(async () => {
  await portal?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})
// oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
test.afterEach(({}, testInfo) => (portal ? attachServerLog(testInfo, portal) : undefined))

interface Outline {
  readonly items: readonly { readonly label: string; readonly kind: string }[]
  readonly failure?: string
}

/** As the browser's own buttons do: the app stays, and only what the address names is loaded. */
async function goWithin(page: Page, to: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(to)}); dispatchEvent(new PopStateEvent('popstate'))`)
}

test('every definition of others is shown, with its first item, and without a failure that is not in its file', async ({ page }) => {
  test.setTimeout(600_000)
  const problems = watchProblems(page)
  await page.goto(`${portal.url}/api-docs`)
  await page.getByRole('button', { name: /enter/i }).click()
  const total = String(files.length)
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(`\\(${total}\\)`) })).toBeVisible({ timeout: 60_000 })
  const unshown: string[] = []
  const docs = page.getByRole('main')
  const session = await fetch(`${portal.url}/api/auth/guest/refresh`, { method: 'POST' })
  const { backstageIdentity } = (await session.json()) as { backstageIdentity: { token: string } }
  const headers = { authorization: `Bearer ${backstageIdentity.token}` }
  for (const file of files) {
    // On a busy machine a large one is read for longer than one request waits.
    let reply = new Response(undefined, { status: 503 })
    const read = async () => {
      reply = await fetch(`${portal.url}/api/api-docs/definitions/default/api/${nameOf(file)}`, { headers })
      return reply.status
    }
    await expect.poll(read, { timeout: 120_000, message: file }).toBe(200)
    const outline = (await reply.json()) as Outline
    const place = `/catalog/default/api/${nameOf(file)}/definition`
    await goWithin(page, place)
    await expect(page.getByRole('heading', { level: 1, name: nameOf(file) })).toBeVisible()
    await expect(docs.getByText(/^(OpenAPI|AsyncAPI|GraphQL|gRPC|JSON Schema)|^\w+$/).first()).toBeVisible()
    if (outline.failure !== undefined) {
      unshown.push(file)
      await expect(docs.getByText(outline.failure).first()).toBeVisible()
    } else {
      // The list is of this definition, and not of the one before.
      const items = page.getByRole('tree', { name: 'Contents' }).locator(`[role=treeitem][href^="${place}?"]`)
      await expect(items.first(), file).toBeVisible()
      // What the definition says, and below it its first item.
      await expect(docs.getByRole('heading', { level: 2 }).nth(1), file).toBeVisible()
      await expect(docs.getByRole('alert'), file).toHaveCount(0)
    }
  }
  expect(unshown).toEqual(['openapi-broken/harbor-tab.yaml', 'openapi-broken/xero-finance-colon.yaml'])
  // Descriptions have pictures on other hosts, which the portal's policy does not load.
  expect(problems.filter(problem => !/img-src|request left the machine/.test(problem))).toEqual([])
})
