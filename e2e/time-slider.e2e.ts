import { expect, testWithSource } from './catalog-source.ts'
import { expectToHold } from './geometry.ts'

const test = testWithSource()
test.setTimeout(150_000)

function component(name: string, owner = 'front-door'): string {
  return `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata:\n  name: ${name}\nspec:\n  type: service\n  lifecycle: production\n  owner: ${owner}\n  dependsOn: [component:booking-service]\n`
}

test('a moment is dragged over the history on list, entity page and graph, with what came, changed and went marked', async ({
  portal,
  source,
  catalog,
}) => {
  const { page: tab } = portal
  const read = async (text: string, isDone: () => Promise<boolean>) => {
    source.files.set('/clock.yaml', text)
    await catalog.call('POST', '/refresh', { entityRef: 'component:default/clock' })
    await expect.poll(isDone, { timeout: 30_000 }).toBe(true)
  }
  const exists = async (name: string) => (await catalog.call('GET', `/entities/by-name/component/default/${name}`)).status === 200
  source.files.set('/clock.yaml', `${component('clock')}---\n${component('sundial')}`)
  await catalog.register('/clock.yaml', 'clock')
  // What they depend on gets the relations back a moment later.
  const dependents = async () => await (await catalog.call('GET', '/entities/by-name/component/default/booking-service')).text()
  for (const name of ['clock', 'sundial']) await expect.poll(dependents).toContain(`component:default/${name}`)
  const before = new Date().toISOString()
  await read(`${component('clock', 'kitchen')}---\n${component('hourglass')}`, () => exists('hourglass'))
  // What no file lists any more is kept as an orphan here, until somebody removes it.
  const sundial = (await (await catalog.call('GET', '/entities/by-name/component/default/sundial')).json()) as { metadata: { uid: string } }
  await expect
    .poll(async () => {
      await catalog.call('DELETE', `/entities/by-uid/${sundial.metadata.uid}`)
      return exists('sundial')
    })
    .toBe(false)

  await portal.signIn('/catalog?filters[kind]=component&filters[user]=all&filters[text]=')
  await tab.getByRole('button', { name: 'Look at the past' }).click()
  const bar = tab.getByRole('region', { name: 'The past' })
  await expect(bar.getByRole('status')).toHaveText('As it is now')
  const slider = bar.getByRole('slider', { name: 'Moment' })
  await portal.checkAccessibility()

  await slider.focus()
  await tab.keyboard.press('Home')
  await expect(bar.getByText(/^The catalog began on/)).toBeVisible()
  await expect(tab.getByRole('heading', { name: 'There was nothing yet' })).toBeVisible()
  // The first that was read need not have been components.
  await expect(async () => {
    await bar.getByRole('button', { name: 'Next change' }).click({ timeout: 2000 })
    await expect(tab).toHaveURL(/asOf=20/)
    await expect(tab.getByText('Added').first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  await tab.goto(`${portal.url}/catalog?filters[kind]=component&filters[user]=all&filters[text]=sundial&asOf=${encodeURIComponent(before)}`)
  await expect(tab.getByRole('link', { name: 'sundial' })).toBeVisible()
  // It lost its file first, and went later.
  await expect(async () => {
    await bar.getByRole('button', { name: 'Next change' }).click({ timeout: 2000 })
    await expect(tab.getByRole('link', { name: 'sundial' })).toHaveCount(0, { timeout: 2000 })
  }).toPass({ timeout: 30_000 })

  await tab.goto(`${portal.url}/catalog/default/component/clock?asOf=${encodeURIComponent(before)}`)
  await expect(bar.getByRole('status')).toContainText('As it was on')
  await expect(tab.getByRole('main')).toContainText('Front Door')
  await portal.checkAccessibility()
  await bar.getByRole('button', { name: 'Back to now' }).click()
  await expect(tab).not.toHaveURL(/asOf/)

  await tab.goto(
    `${portal.url}/catalog-graph?rootEntityRefs[]=component:default/booking-service&maxDepth=1&asOf=${encodeURIComponent(before)}`,
  )
  await expect(tab.getByText('sundial', { exact: true }).first()).toBeVisible()
  await bar.getByRole('button', { name: 'Back to now' }).click()
  await expect(tab.getByText('hourglass', { exact: true }).first()).toBeVisible()
  await expect(tab.getByText('sundial', { exact: true })).toHaveCount(0)
})

test('the bar plays, and holds at every width in light and dark', async ({ portal }) => {
  const { page: tab } = portal
  await portal.signIn('/catalog?filters[kind]=component&filters[user]=all&asOf=now')
  const bar = tab.getByRole('region', { name: 'The past' })
  await bar.getByRole('button', { name: 'Play' }).click()
  await expect(tab).toHaveURL(/asOf=20/)
  await expect(tab).toHaveURL(/asOf=now/, { timeout: 60_000 })
  await bar.getByRole('button', { name: 'Previous change' }).click()
  await expectToHold(tab, 'time slider')
  await portal.checkAccessibility()
  await tab.emulateMedia({ colorScheme: 'dark' })
  await portal.checkColors()
})
