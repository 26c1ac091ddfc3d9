import { startTools } from '@portico/connectors/testing'
import { entityDocument, expect, testWithCatalog } from './generated-catalog.ts'

const tools = await startTools()
/** One entity for each tool whose pack is shown, by the title of its card. */
const shown = {
  'Azure pull requests': { 'dev.azure.com/project-repo': 'Shop front/web' },
  'Bitbucket pull requests': { 'bitbucket.org/project-slug': 'acme/web' },
  'Argo CD': { 'argocd/app-selector': 'team=web' },
  SonarQube: { 'sonarqube.org/project-key': 'acme:web' },
  Sentry: { 'sentry.io/project-slug': 'web' },
  PagerDuty: { 'pagerduty.com/integration-key': 'a1b2c3' },
  Datadog: { 'datadoghq.com/service-name': 'web', 'datadoghq.com/dashboard-url': 'https://p.datadoghq.test/sb/1' },
}
const nameOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')
const spec = { type: 'service', lifecycle: 'production', owner: 'group:default/front-door' }
const test = testWithCatalog({
  documents: Object.entries(shown).map(([title, annotations]) => entityDocument('Component', nameOf(title), spec, { annotations })),
  config: tools.config,
})
test.afterAll(() => tools.close())
const shots = process.env['PORTICO_SHOTS']

for (const title of Object.keys(shown))
  test(`the pack of ${title} has a card and a tab that anybody can read`, async ({ portal }) => {
    const { page } = portal
    const address = `/catalog/default/component/${nameOf(title)}`
    await portal.signIn(`${address}/tools`)
    await expect(page.getByRole('region', { name: title, exact: true }).getByText(/^Read /)).toBeVisible({ timeout: 30_000 })
    for (const [part, path] of Object.entries({ tab: '/tools', card: '' })) {
      await page.goto(`${portal.url}${address}${path}`)
      await expect(page.getByRole('button', { name: `Refresh ${title}` })).toBeVisible({ timeout: 30_000 })
      await portal.checkAccessibility()
      if (!shots) continue
      for (const [screen, width] of Object.entries({ desktop: 1440, phone: 390 })) {
        await page.setViewportSize({ width, height: 900 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.screenshot({ path: `${shots}/${nameOf(title)}-${part}-${screen}-${colorScheme}.png`, fullPage: true })
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })
