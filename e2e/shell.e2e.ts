import { expect, test } from './example-portal.ts'

const shots = process.env['PORTICO_SHOTS']

test('the sidebar has the measures of the specification [UI-53] [UI-54] [UI-55] [UI-56]', async ({ example }) => {
  const { page } = example
  await example.open('/apis')
  const nav = page.getByRole('navigation', { name: 'Main navigation' })
  const sidebar = nav.locator('..')
  const box = (selector: string) => sidebar.locator(selector).first().boundingBox()
  await expect(sidebar).toHaveCSS('width', '224px')
  // Tests ask for no motion; users see some.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(sidebar).toHaveCSS('transition-duration', '0.2s')
  expect((await box('a svg[viewBox="0 0 32 32"]'))?.height).toBe(32)
  const link = nav.getByRole('link', { name: 'APIs' })
  const [icon, label] = [link.locator('svg'), link.getByText('APIs')]
  expect(await icon.boundingBox()).toMatchObject({ x: 24, width: 24, height: 24 })
  expect((await icon.locator('..').boundingBox())?.width).toBe(72)
  expect((await label.boundingBox())?.x).toBe(60)
  await expect(label).toHaveCSS('transition-duration', '0.2s')
  expect(await page.evaluate(`getComputedStyle(document.querySelector('nav a[aria-current=page]'), '::before').width`)).toBe('3px')
  const badge = page.getByRole('button', { name: /Ada Example/ }).locator('[data-initials]')
  expect(await badge.boundingBox()).toMatchObject({ x: 18, width: 36, height: 36 })
  await page.getByRole('button', { name: 'Unpin sidebar' }).click()
  await page.mouse.move(800, 500)
  await expect(sidebar).toHaveCSS('width', '72px')
  expect(await icon.boundingBox()).toMatchObject({ x: 24, width: 24 })
  expect(await badge.boundingBox()).toMatchObject({ x: 18, width: 36 })
  await example.checkAccessibility()
})

test('an unpinned sidebar opens under the pointer and under the focus, not on a small screen [UI-24]', async ({ example }) => {
  const { page } = example
  await example.open('/catalog')
  const sidebar = page.getByRole('navigation', { name: 'Main navigation' }).locator('..')
  await page.getByRole('button', { name: 'Unpin sidebar' }).click()
  await page.mouse.move(800, 500)
  await expect(sidebar).toHaveCSS('width', '72px')
  await page.getByRole('link', { name: 'Services' }).hover()
  await expect(sidebar).toHaveCSS('width', '224px')
  await page.mouse.move(800, 500)
  await expect(sidebar).toHaveCSS('width', '72px')
  await page.getByRole('main').focus()
  await page.keyboard.press('Shift+Tab')
  await expect(sidebar).toHaveCSS('width', '224px')
  await page.getByRole('main').focus()
  await expect(sidebar).toHaveCSS('width', '72px')
  await page.setViewportSize({ width: 900, height: 800 })
  await page.getByRole('link', { name: 'Services' }).hover()
  await expect(page.getByRole('link', { name: 'Services' })).toHaveCSS('color', 'rgb(22, 25, 31)')
  await expect(sidebar).toHaveCSS('width', '72px')
})

test('my teams are below the pages and the account is at the foot, open and closed, visible at any window height', async ({ example }) => {
  const { page, server } = example
  await example.open('/catalog')
  const nav = page.getByRole('navigation', { name: 'Main navigation' })
  const team = nav.getByRole('region', { name: 'My teams' }).getByRole('link', { name: 'rockets' })
  const settings = nav.getByRole('link', { name: 'Settings' })
  expect((await team.locator('[data-letter]').boundingBox())?.x).toBe(26)
  await page.setViewportSize({ width: 1440, height: 420 })
  await expect(settings).toBeInViewport({ ratio: 1 })
  await example.checkAccessibility()
  await page.getByRole('button', { name: 'Unpin sidebar' }).click()
  await page.mouse.move(900, 200)
  await expect(nav.locator('..')).toHaveCSS('width', '72px')
  expect((await team.locator('[data-letter]').boundingBox())?.x).toBe(26)
  await example.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/sections-closed.png` })
  await team.click()
  await expect(page).toHaveURL(`${server.url}/teams/rockets`)
  await expect(team).toHaveAttribute('aria-current', 'page')
})

test('a submenu grows from 0 to 202 beside the sidebar, under the pointer and by the keyboard [UI-58]', async ({ example }) => {
  const { page } = example
  await example.open('/catalog')
  const toggle = page.getByRole('button', { name: 'Show what is in Teams' })
  const panel = page.locator(`[id="${await toggle.getAttribute('aria-controls')}"]`)
  await expect(panel).toHaveCSS('width', '0px')
  await page.getByRole('navigation').getByRole('link', { name: 'Teams' }).hover()
  await expect(panel).toHaveCSS('width', '202px')
  expect((await panel.boundingBox())?.x).toBe(224)
  await expect(panel.getByRole('heading', { name: 'My teams' })).toBeVisible()
  await example.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/submenu.png` })
  await page.mouse.move(900, 500)
  await expect(panel).toHaveCSS('width', '0px')
  await toggle.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('link', { name: 'rockets' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'rockets' })).toBeVisible()
  await expect(panel).toHaveCSS('width', '0px')
})

test('tabs have addresses of their own: they can be linked to, reloaded and gone back from [UI-01] [UI-02] [UI-15] [UI-16]', async ({
  example,
}) => {
  const { page, server } = example
  await example.open('/teams/rockets')
  const tab = (name: string) => page.getByRole('navigation', { name: 'Teams' }).getByRole('link', { name })
  await expect(tab('Overview')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('Ada is on call for rockets.')).toBeVisible()
  await tab('Members').click()
  await expect(page).toHaveURL(`${server.url}/teams/rockets/members`)
  await expect(page.getByText('Three people')).toBeVisible()
  await expect(tab('Members')).toBeFocused()
  await example.checkAccessibility()
  await page.goBack()
  await expect(page.getByText('Ada is on call for rockets.')).toBeVisible()
  await page.getByRole('link', { name: 'All members' }).click()
  await expect(page).toHaveURL(`${server.url}/teams/rockets/members`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(crumbs).toHaveText(/^Company\W*Teams\W*\.\.\.\W*rockets$/)
  await crumbs.getByRole('button').click()
  await expect(page.getByRole('menuitem', { name: 'Flight' })).toBeVisible()
  if (shots) await page.screenshot({ path: `${shots}/team.png` })
})

test('the alert bar sits at the top centre, counts what waits, and transient ones go [SHELL-13] [SHELL-50] [SHELL-64]', async ({
  example,
}) => {
  const { page } = example
  example.allowProblem(/This part always fails/)
  await page.clock.install()
  await example.open('/services')
  await page.getByRole('button', { name: 'Post a transient alert' }).click()
  await page.getByRole('button', { name: 'Post an error' }).click()
  const alert = page.getByText('Rocket saved').locator('..')
  await expect(alert).toContainText('(1 more)')
  const box = (await alert.boundingBox())!
  expect(box.y).toBeLessThan(24)
  expect(Math.abs(box.x + box.width / 2 - 720)).toBeLessThanOrEqual(1)
  await example.checkAccessibility()
  await page.clock.runFor(5000)
  await expect(page.getByText('Rocket saved')).toBeHidden()
  const error = page.getByRole('alert').filter({ hasText: 'The rocket did not answer' })
  await expect(error).toHaveAttribute('data-severity', 'error')
  if (shots) await page.screenshot({ path: `${shots}/alert.png` })
  await error.getByRole('button', { name: 'Close' }).click()
  await expect(error).toBeHidden()
})

test('an error stays inside its boundary, and a dialog asks before something is lost [SHELL-58] [SHELL-59]', async ({ example }) => {
  const { page } = example
  example.allowProblem(/This part always fails/)
  await example.open('/services')
  await expect(page.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible()
  await expect(page.getByText('Please contact #rockets for help.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete the rocket?' })).toBeVisible()
  await example.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/dialog.png` })
  await page.getByRole('button', { name: 'Delete rocket' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Rocket deleted' })).toBeVisible()
})

test('the error page leads back, to support, and shows its details on demand [SHELL-14] [SHELL-15] [SHELL-16] [SHELL-17]', async ({
  example,
}) => {
  const { page, server } = example
  server.config = { app: { title: 'Example', baseUrl: server.url, support: { url: 'https://help.example' } } }
  await example.open('/catalog')
  await page.getByRole('navigation').getByRole('link', { name: 'Failed' }).click()
  await expect(page.getByText('ERROR 503: The rockets are unavailable')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Looks like someone dropped the mic!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', 'https://help.example')
  await page.getByRole('button', { name: 'Show more details' }).click()
  await expect(page.getByText('at launch (pad.ts:1)')).toBeVisible()
  await example.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/error-page.png` })
  await page.getByRole('button', { name: 'Show less details' }).click()
  await expect(page.getByText('at launch (pad.ts:1)')).toBeHidden()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page).toHaveURL(`${server.url}/catalog`)
})

test('the support button lists what is configured, and is not there without a section [UI-03] [UI-04]', async ({ example }) => {
  const { page, server } = example
  await example.open('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'rockets' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Support' })).toBeHidden()
  const items = [{ title: 'Ask us', icon: 'chat', links: [{ url: 'https://chat.example', title: '#portal' }] }]
  server.config = { app: { title: 'Example', baseUrl: server.url, support: { items } } }
  await page.reload()
  await page.getByRole('button', { name: 'Support' }).click()
  await expect(page.getByText('Ask us')).toBeVisible()
  await expect(page.getByRole('link', { name: '#portal' })).toBeVisible()
  await example.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/support.png` })
})

test('a new window of the browser loads the page of a test and no page of its own', async ({ example, browser }) => {
  await example.open('/')
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets', { filter: [{}] })
  expect(targetInfos.filter(({ url }) => url.startsWith('chrome://'))).toEqual([])
  // The last of these switches counts, so it names what Playwright disables as well.
  const { commandLine } = await session.send('SystemInfo.getInfo')
  const [theirs, ours] = [...commandLine.matchAll(/--disable-features=(\S+)/g)].map(([, list = '']) => list.split(','))
  expect(ours).toEqual(expect.arrayContaining(theirs!))
})
