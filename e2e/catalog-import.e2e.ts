import { expect, test } from './catalog-source.ts'
import { expectToHold } from './geometry.ts'

test.setTimeout(120_000)

function component(name: string, more = ''): string {
  return `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: ${name}\nspec:\n  type: service\n  lifecycle: production\n  owner: front-door\n${more}`
}

const page = '/catalog-import'

test('an address is previewed, registered and followed until its entities are in the catalog', async ({ portal, source }) => {
  const { page: tab } = portal
  source.files.set(
    '/shop.yaml',
    `${component('shop-front', '  dependsOn: [component:shop-stock, resource:nowhere]\n')}---\n${component('shop-stock')}`,
  )
  await portal.signIn('/catalog')
  await tab.getByRole('link', { name: 'Register existing component' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Register existing components' })).toBeVisible()
  await expect(tab).toHaveURL(/\/catalog-import$/)
  await tab.getByLabel('Address of a catalog file').fill(`${source.url}/shop.yaml`)
  await tab.getByRole('button', { name: 'Preview', exact: true }).click()
  const entities = tab.getByRole('list', { name: 'Entities', exact: true })
  await expect(entities.getByRole('button', { name: /shop-front.*New/ })).toBeVisible()
  await expect(entities.getByText('Leads to resource:default/nowhere, not in the catalog')).toBeVisible()
  await expect(tab.getByRole('group', { name: 'Entities of the preview and what they are tied to' })).toBeVisible()
  await portal.checkAccessibility()
  await tab.getByRole('button', { name: 'Register location' }).click()
  await expect(tab.getByText('All 2 entities are in the catalog')).toBeVisible({ timeout: 30_000 })
  await tab.getByRole('link', { name: 'component:shop-front' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'shop-front' })).toBeVisible()
})

test('pasted YAML shows mistakes at their lines and differences; saved as a file it comes with its config', async ({ portal }) => {
  const { page: tab } = portal
  await portal.signIn(`${page}?from=text`)
  const editor = tab.getByRole('textbox', { name: 'Content of catalog-info.yaml' })
  await editor.fill(`${component('pasted one')}---\n${component('booking-service')}`)
  const entities = tab.getByRole('list', { name: 'Entities', exact: true })
  await expect(entities.getByRole('button', { name: /pasted one.*Invalid/ })).toBeVisible()
  await expect(tab.locator('.cm-line.cm-mistake')).toContainText('name: pasted one')
  const goTo = tab.getByRole('button', { name: 'Go to line 4 of catalog-info.yaml' })
  await goTo.click()
  await expect(editor).toBeFocused()
  const known = entities.getByRole('button', { name: /booking-service.*Different/ })
  await known.focus()
  await tab.keyboard.press('Enter')
  await expect(tab.getByRole('group', { name: /^Difference of component:default\/booking-service/ })).toBeVisible()
  await portal.checkAccessibility()
  // Over other text Chromium would write the look of that text into the page, which the policy refuses.
  await tab.getByRole('button', { name: 'Clear all' }).click()
  await editor.fill(component('pasted-one'))
  await expect(entities.getByRole('button', { name: /pasted-one.*New/ })).toBeVisible()
  await expect(tab.locator('.cm-mistake')).toHaveCount(0)
  await expect(tab.getByText('target: ./catalog/catalog-info.yaml')).toBeVisible()
  const download = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Save catalog-info.yaml' }).click()
  expect((await download).suggestedFilename()).toBe('catalog-info.yaml')
})

test('input that cannot be used is reported, and the page keeps working', async ({ portal }) => {
  const { page: tab } = portal
  await portal.signIn(page)
  portal.allowProblem(/400/)
  await tab.getByLabel('Address of a catalog file').fill('http://10.0.0.1/catalog-info.yaml')
  await tab.keyboard.press('Enter')
  await expect(tab.getByRole('alert')).toContainText("The host '10.0.0.1' may not be read")
  await expect(tab.getByText("- host: '10.0.0.1'")).toBeVisible()
  const choose = tab.locator('input[type=file]')
  await tab.getByRole('tab', { name: 'Paste or drop YAML' }).click()
  await choose.setInputFiles([
    { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]) },
    { name: 'huge.yaml', mimeType: 'text/yaml', buffer: Buffer.alloc(5_000_000, '# long\n') },
    { name: 'good.yaml', mimeType: 'text/yaml', buffer: Buffer.from(component('from-file')) },
  ])
  const alert = tab.getByRole('alert')
  await expect(alert).toContainText('picture.png is not text')
  await expect(alert).toContainText('huge.yaml has 5 MB, more than the 2 MB')
  const entities = tab.getByRole('list', { name: 'Entities', exact: true })
  await expect(entities.getByRole('button', { name: /from-file.*New/ })).toBeVisible()
  await choose.setInputFiles({
    name: 'html.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from(component('"<img src=x onerror=alert(1)>"')),
  })
  await expect(entities.getByRole('button', { name: /<img src=x onerror=alert\(1\)>.*Invalid/ })).toBeVisible()
  const many = Array.from({ length: 2000 }, (_each, at) => component(`many-${at}`)).join('---\n')
  await choose.setInputFiles({ name: 'many.yaml', mimeType: 'text/yaml', buffer: Buffer.from(many) })
  await expect(tab.getByText('The first 1,000 of 2,002 are shown.')).toBeVisible({ timeout: 30_000 })
  await tab.getByRole('button', { name: 'Clear all' }).click()
  await expect(tab.getByText('Nothing to preview yet')).toBeVisible()
})

test('files are dropped, removed and viewed', async ({ portal }) => {
  const { page: tab } = portal
  await portal.signIn(page)
  await expect(tab.getByLabel('Address of a catalog file')).toBeVisible()
  const transfer = await tab.evaluateHandle(
    `(() => { const given = new DataTransfer(); for (const name of ['one', 'two']) given.items.add(new File([${JSON.stringify(component('dropped-NAME'))}.replace('NAME', name)], name + '.yaml', { type: 'text/yaml' })); return given })()`,
  )
  const target = tab.getByRole('heading', { name: 'What to register' })
  await target.dispatchEvent('dragenter', { dataTransfer: transfer })
  await expect(tab.getByText('Drop files to preview them')).toBeVisible()
  await target.dispatchEvent('drop', { dataTransfer: transfer })
  await expect(tab.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'two.yaml', exact: true })).toBeVisible()
  const entities = tab.getByRole('list', { name: 'Entities', exact: true })
  await expect(entities.getByRole('button', { name: /dropped-two/ })).toBeVisible()
  await tab.getByRole('button', { name: 'Remove two.yaml' }).click()
  await expect(entities.getByRole('button', { name: /dropped-two/ })).toHaveCount(0)
})

test('home, the palette and the page of a missing entity lead to registering; unregistering explains what helps', async ({ portal }) => {
  const { page: tab } = portal
  portal.allowProblem(/404/)
  const register = tab.getByRole('main').getByRole('link', { name: 'Register existing component' })
  await portal.signIn('/')
  await register.click()
  await expect(tab).toHaveURL(/\/catalog-import$/)
  await tab.goto(`${portal.url}/catalog/default/component/nowhere`)
  await expect(register).toBeVisible()
  await tab.keyboard.press('Control+k')
  await tab.keyboard.type('register')
  await tab.getByRole('option', { name: 'Register existing components' }).click()
  await expect(tab).toHaveURL(/\/catalog-import$/)
  await tab.goto(`${portal.url}/catalog/default/component/booking-service`)
  await tab.getByRole('main').getByRole('button', { name: 'More' }).click()
  await tab.getByRole('menuitem', { name: 'Unregister entity' }).click()
  const lines = tab.getByRole('dialog').getByRole('group', { name: 'app-config.yaml' })
  await expect(lines).toContainText('type: file')
  await portal.checkAccessibility()
})

test('a location that cannot be read is listed with its error', async ({ portal, source, catalog }) => {
  const { page: tab } = portal
  const target = `${source.url}/gone.yaml`
  expect((await catalog.call('POST', '/locations', { type: 'url', target })).status).toBe(201)
  const listed = async () => JSON.stringify(await (await catalog.call('GET', '/locations')).json())
  await expect.poll(listed, { timeout: 30_000 }).toContain('NotFoundError')
  await portal.signIn(page)
  await expect(tab.getByRole('list', { name: 'Registered locations' })).toContainText(`${target} was not found`)
})

test('the page holds at every width, in light and dark', async ({ portal }) => {
  const { page: tab } = portal
  await portal.signIn(`${page}?from=text`)
  const editor = tab.getByRole('textbox', { name: 'Content of catalog-info.yaml' })
  await editor.fill(
    `${component('a very wrong name')}---\n${component('fresh-service', '  dependsOn: [component:booking-service, resource:nowhere]\n')}---\n${component('booking-service')}`,
  )
  await expect(tab.getByRole('list', { name: 'Entities', exact: true }).getByRole('button', { name: /fresh-service.*New/ })).toBeVisible()
  await expectToHold(tab, 'import', async () => {
    await expect(tab.getByRole('group', { name: 'Entities of the preview and what they are tied to' })).toBeVisible()
  })
  await portal.checkAccessibility()
  await tab.emulateMedia({ colorScheme: 'dark' })
  await portal.checkAccessibility()
})
