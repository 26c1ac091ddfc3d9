import type { Page } from '@playwright/test'
import { expect, test } from './catalog-source.ts'

test.setTimeout(120_000)

/** A template that fails until the source has a file. */
function template(source: string): string {
  return `apiVersion: scaffolder.backstage.io/v1beta3
kind: Template
metadata:
  name: parcel-slip
  title: Parcel slip
spec:
  type: service
  owner: front-door
  parameters:
    - title: About
      properties:
        name: { type: string }
  steps:
    - id: hello
      name: Say hello
      action: debug:log
      input: { message: "Hello <b>\${{ parameters.name }}</b>" }
    - id: slip
      name: Fetch the slip
      action: fetch:plain:file
      input: { url: '${source}/slip.txt', targetPath: slip.txt }
    - id: wait
      name: Wait for the courier
      if: \${{ parameters.name === 'slow' }}
      action: debug:wait
      input: { minutes: 5 }
  output:
    links:
      - title: The slip
        url: ${source}/slip.txt
    text:
      - title: Next
        content: 'Send **\${{ parameters.name }}** on its way'
`
}

test('a run is followed live in two tabs: it breaks, says why, is retried, and another is cancelled', async ({
  portal,
  source,
  catalog,
  context,
}) => {
  const { page } = portal
  source.files.set('/parcel.yaml', template(source.url))
  expect((await catalog.call('POST', '/locations', { type: 'url', target: `${source.url}/parcel.yaml` })).status).toBe(201)
  const isThere = async () => (await catalog.call('GET', '/entities/by-name/template/default/parcel-slip')).status
  await expect.poll(isThere, { timeout: 30_000 }).toBe(200)
  await portal.signIn('/create/tasks')
  await expect(page.getByRole('heading', { name: 'No information to display' })).toBeVisible()
  const id = await create(page, portal.url, 'red-box')

  await page.goto(`${portal.url}/create/tasks/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Run of Parcel slip' })).toBeVisible()
  const why = page.getByRole('alert', { name: 'Why it failed' })
  await expect(why).toContainText('Fetch the slip')
  await expect(why).toContainText('slip.txt')
  const steps = page.getByRole('list', { name: 'Steps' })
  await expect(steps.getByRole('button', { name: /Say hello.*Completed/ })).toBeVisible()
  await expect(steps.getByRole('button', { name: /Fetch the slip.*Failed/ })).toBeVisible()
  await expect(page.getByText('Hello <b>red-box</b>', { exact: true })).toBeVisible()
  await portal.checkAccessibility()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await portal.checkColors()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })

  // Another tab shows the same, and goes on when the run is retried in this one.
  const other = await context.newPage()
  await other.goto(`${portal.url}/create/tasks/${id}`)
  await expect(other.getByRole('alert', { name: 'Why it failed' })).toBeVisible()
  source.files.set('/slip.txt', 'To the red box')
  await page.getByRole('button', { name: 'Retry', exact: true }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'The slip' })).toBeVisible()
    await expect(tab.getByText('Send red-box on its way')).toBeVisible()
    await expect(tab.getByRole('alert', { name: 'Why it failed' })).toHaveCount(0)
  }
  await other.close()

  const slow = await create(page, portal.url, 'slow')
  await page.goto(`${portal.url}/create/tasks/${slow}`)
  await expect(steps.getByRole('button', { name: /Wait for the courier.*Running/ })).toBeVisible()
  await page.reload()
  await expect(steps.getByRole('button', { name: /Wait for the courier.*Running/ })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await expect(page.getByText('The run was cancelled')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()

  await page.goto(`${portal.url}/create/tasks`)
  const table = page.getByRole('table', { name: 'Tasks' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await page.getByRole('group', { name: 'Filter by status' }).getByRole('button', { name: 'Completed 1' }).click()
  await expect(table.getByRole('row')).toHaveCount(2)
  await portal.checkAccessibility()

  await page.goto(`${portal.url}/catalog/default/template/parcel-slip`)
  await expect(page.getByRole('region', { name: 'Runs' })).toContainText('100%')
})

test('actions and extensions are read and tried by keyboard', async ({ portal }) => {
  const { page } = portal
  await portal.signIn('/create/actions')
  await page.getByRole('searchbox', { name: 'Search for an action' }).fill('fetch:template')
  await page.getByRole('navigation', { name: 'Actions' }).getByRole('link', { name: 'fetch:template', exact: true }).press('Enter')
  await expect(page.getByRole('region', { name: 'fetch:template' }).getByRole('heading', { name: 'Examples' })).toBeVisible()
  await portal.checkAccessibility()
  await page.getByRole('link', { name: 'Templating extensions' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Try an expression' })).toContainText('team-a')
  await page.getByRole('region', { name: 'projectSlug' }).getByRole('button', { name: 'Try it' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Expression' })).toHaveValue(/projectSlug/)
  await expect(page.getByRole('region', { name: 'Try an expression' })).toContainText(/acme\/app|host/)
  await portal.checkAccessibility()
})

test('a copy of a template is edited, its mistakes stand at their lines, and it is run dry', async ({ portal, source, catalog }) => {
  const { page } = portal
  source.files.set('/slip.txt', 'To the red box')
  source.files.set('/copied.yaml', template(source.url).replaceAll('parcel-slip', 'parcel-copy'))
  await catalog.call('POST', '/locations', { type: 'url', target: `${source.url}/copied.yaml` })
  const isThere = async () => (await catalog.call('GET', '/entities/by-name/template/default/parcel-copy')).status
  await expect.poll(isThere, { timeout: 30_000 }).toBe(200)
  await portal.signIn('/create/edit')
  await expect(page.getByRole('heading', { name: 'Custom Field Explorer' })).toBeVisible()
  await portal.checkAccessibility()
  await page.goto(`${portal.url}/create/template?from=template:default/parcel-copy`)
  await expect(page.getByText('No problems found')).toBeVisible()
  const editor = page.getByRole('textbox', { name: 'Content of copied.yaml' })
  await editor.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('api')
  await expect(page.getByRole('listbox').getByRole('option', { name: 'apiVersion' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Problems' })).toBeVisible()
  await expect(page.locator('.cm-mistake').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('No problems found')).toBeVisible()
  await page.getByRole('textbox', { name: 'name' }).fill('red-box')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Dry run' }).click()
  await expect(page.getByRole('group', { name: 'slip.txt' })).toContainText('To the red box')
  await portal.checkAccessibility()
  for (const path of ['/create/template-form', '/create/custom-fields']) {
    await page.goto(`${portal.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^(Form|Field Preview)$/ })).toBeVisible()
    await portal.checkAccessibility()
  }
})

/** Starts a run as the guest who is signed in. */
async function create(page: Page, url: string, name: string): Promise<string> {
  const session = (await (await page.request.post(`${url}/api/auth/guest/refresh`)).json()) as { backstageIdentity: { token: string } }
  const created = await page.request.post(`${url}/api/scaffolder/v2/tasks`, {
    headers: { authorization: `Bearer ${session.backstageIdentity.token}` },
    data: { templateRef: 'template:default/parcel-slip', values: { name } },
  })
  expect(created.status()).toBe(201)
  return ((await created.json()) as { id: string }).id
}
