import { expect, test } from './catalog-source.ts'
import { expectToHold } from './geometry.ts'

test.setTimeout(120_000)

function component(name: string, more = ''): string {
  return `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: ${name}\nspec:\n  type: service\n  lifecycle: production\n  owner: front-door\n${more}`
}

test('a document with a bad name is found, explained, corrected and read again until it is solved', async ({ portal, source, catalog }) => {
  const { page: tab } = portal
  source.files.set('/stall.yaml', `${component('stall')}---\n${component('bad stall!')}`)
  await catalog.register('/stall.yaml', 'stall')
  await portal.signIn('/')
  const entry = tab.getByRole('navigation').getByRole('link', { name: /^Catalog health/ })
  await expect(entry).toContainText(/\d/)
  await entry.click()
  await expect(tab.getByRole('heading', { level: 1, name: /^Catalog health \([\d,]+\)$/ })).toBeVisible()
  const row = tab
    .getByRole('list', { name: /^Failed documents/ })
    .getByRole('listitem')
    .filter({ hasText: 'bad stall!' })
  await expect(row).toContainText(`${source.url}/stall.yaml, line 13`)
  await portal.checkAccessibility()

  await row.getByRole('button', { name: 'Explain component:default/bad stall!' }).click()
  const why = tab.getByRole('dialog', { name: 'Explain component:default/bad stall!' })
  await expect(why).toContainText('stall.yaml line 13')
  await portal.checkAccessibility()
  await tab.keyboard.press('Escape')
  await expect(why).toBeHidden()

  source.files.set('/stall.yaml', `${component('stall')}---\n${component('good-stall')}`)
  await row.getByRole('button', { name: 'Read component:default/bad stall! again' }).click()
  await expect(tab.getByText('component:default/bad stall! was read again: the problem is solved')).toBeVisible({ timeout: 30_000 })
  await expect(row).toHaveCount(0)
})

test('problems are narrowed by type, owner and words in the address, and found in the palette', async ({ portal, source, catalog }) => {
  const { page: tab } = portal
  source.files.set('/kiosk.yaml', component('kiosk', '  dependsOn: [resource:till]\n'))
  await catalog.register('/kiosk.yaml', 'kiosk')
  await portal.signIn('/catalog-health')
  await tab.getByRole('radio', { name: /^Dangling references/ }).click()
  await expect(tab).toHaveURL(/type=dangling-reference/)
  await tab.getByRole('searchbox', { name: 'Search problems' }).fill('till')
  const rows = tab.getByRole('region', { name: 'Problems' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('The relation dependsOn leads to resource:default/till, which is not in the catalog')
  // The guest is of the team that owns it.
  await tab.getByRole('radio', { name: 'Mine' }).click()
  await expect(tab).toHaveURL(/owner=mine/)
  await expect(rows).toHaveCount(1)
  await tab.getByRole('searchbox', { name: 'Search problems' }).fill('no such words')
  await expect(tab.getByRole('heading', { name: 'No problems match' })).toBeVisible()
  await tab.getByRole('button', { name: 'Show all problems' }).click()
  await expect(rows.nth(0)).toBeVisible()
  await tab.reload()
  await expect(tab.getByRole('radio', { name: 'All', exact: true })).toBeChecked()

  await tab.getByRole('button', { name: 'Search or jump to' }).click()
  await tab.getByRole('dialog').getByRole('combobox').fill('resource till')
  await tab.getByRole('option', { name: /component:default\/kiosk/ }).click()
  await expect(tab).toHaveURL(/\/catalog-health\?owner=all&text=component/)
  await expect(rows).toHaveCount(1)
  await rows.getByRole('link', { name: 'kiosk' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'kiosk' })).toBeVisible()
})

test('the page holds at every width, in light and dark, and by keyboard', async ({ portal, source, catalog }) => {
  const { page: tab } = portal
  source.files.set(
    '/cart.yaml',
    `${component('cart', '  dependsOn: [resource:wheel]\n')}---\n${component(`${'very-long-name-'.repeat(8)}!`)}`,
  )
  await catalog.register('/cart.yaml', 'cart')
  await portal.signIn('/catalog-health')
  await expect(tab.getByRole('list', { name: /^Failed documents/ })).toBeVisible()
  await expectToHold(tab, 'health')
  await portal.checkAccessibility()
  await tab.emulateMedia({ colorScheme: 'dark' })
  await portal.checkColors()
  await tab.emulateMedia({ colorScheme: 'light' })
  await tab.getByRole('searchbox', { name: 'Search problems' }).focus()
  for (const name of ['All', 'All problems']) {
    await tab.keyboard.press('Tab')
    await expect(tab.getByRole('radio', { name: new RegExp(`^${name}`) }).and(tab.locator(':focus'))).toHaveCount(1)
  }
})
