import { expect, startPortalProcess, test as base, type PortalProcess } from '@portico/core/testing/browser'
import { startFakeGithub, type FakeGithub } from '@portico/integrations/testing'

const component = (name: string) =>
  `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: ${name}, title: ${name.toUpperCase()}}\nspec: {type: service, lifecycle: production, owner: team}\n`

const test = base.extend<object, { portalProcess: PortalProcess; github: FakeGithub }>({
  github: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, provide) => {
      const fake = await startFakeGithub()
      for (const name of ['shop', 'cart', 'till']) fake.model.add(`acme/${name}`, { 'catalog-info.yaml': component(name) })
      fake.model.add('acme/attic', { a: 'b' }, { isArchived: true })
      await provide(fake)
      await fake.close()
    },
    { scope: 'worker' },
  ],
  portalProcess: [
    async ({ github }, provide) => {
      const schedule = { frequency: { trigger: 'manual' }, timeout: '1m' }
      const portal = await startPortalProcess({
        auth: { environment: 'development', providers: { guest: {} } },
        integrations: { github: [{ host: github.host, apiBaseUrl: github.apiBaseUrl, token: 't' }] },
        catalog: {
          providers: {
            github: {
              acme: { organization: 'acme', host: github.host, schedule },
              gone: { organization: 'gone', host: github.host, schedule },
            },
          },
        },
      })
      await provide(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

test('an administrator tries a source out, runs it, and reads why another fails', async ({ portal, github }) => {
  const { page } = portal
  await portal.signIn('/sources')
  const sources = page.getByRole('table', { name: 'Sources' })
  const acme = `Repositories of acme on ${github.host}`
  await expect(sources.getByRole('row')).toHaveCount(3)
  await sources.getByRole('button', { name: `Dry run of ${acme}` }).click()
  const dryRun = page.getByRole('region', { name: `What a run of ${acme} would change` })
  await expect(dryRun).toContainText('3 found, 3 added, 0 changed, 0 removed, 1 left out')
  await expect(dryRun).toContainText('acme/attic: it is archived')
  await sources.getByRole('button', { name: `Run ${acme}` }).click()
  await expect(sources.getByRole('row', { name: acme })).toContainText('Completed')
  await sources.getByRole('button', { name: `Run Repositories of gone on ${github.host}` }).click()
  const failing = sources.getByRole('row', { name: `Repositories of gone on ${github.host}` })
  await expect(failing).toContainText('was not found')
  await expect(failing).toContainText('Check the names in catalog.providers')
  await page
    .getByRole('table', { name: 'Hosts' })
    .getByRole('button', { name: `Test ${github.host}` })
    .click()
  await expect(page.getByRole('row', { name: github.host }).last()).toContainText('The credentials are accepted (scopes: repo, read:org)')
  await portal.checkAccessibility()
  await page.goto(`${portal.url}/catalog`)
  await expect(page.getByRole('link', { name: 'SHOP' })).toBeVisible()
})
