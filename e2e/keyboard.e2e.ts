import { expect, test } from './example-portal.ts'

const shots = process.env['PORTICO_SHOTS']

test('Ctrl-K goes anywhere and does anything, by keyboard alone', async ({ example }) => {
  const { page, server } = example
  await example.open('/catalog')
  await page.keyboard.press('Control+k')
  const input = page.getByRole('combobox', { name: 'Go to a page, or do something' })
  await expect(input).toBeFocused()
  await example.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/palette.png` })
  await page.keyboard.type('boost')
  await expect(page.getByRole('option', { name: 'boosters' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/teams/boosters`)
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Control+k')
  await input.fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.keyboard.press('Control+k')
  await expect(input).toBeFocused()
  await example.checkColors()
  if (shots) await page.screenshot({ path: `${shots}/palette-dark.png` })
  await page.keyboard.press('Escape')
  await expect(input).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})

test('what is typed before the palette has loaded is not lost, and goes nowhere else', async ({ example }) => {
  const { page, server } = example
  let release = () => {}
  const held = new Promise<void>(resolve => (release = resolve))
  await page.route(/CommandPalette.*\.js/, async route => {
    await held
    await route.continue()
  })
  await example.open('/catalog')
  const asked = page.waitForRequest(/CommandPalette.*\.js/)
  await page.keyboard.press('Control+k')
  await asked
  await page.keyboard.press('Escape')
  await page.keyboard.type('gt')
  await expect(page).toHaveURL(`${server.url}/`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('gt?')
  for (const key of ['Backspace', 'Backspace', 'Backspace', 'b', 'o', 'o', 'Enter']) await page.keyboard.press(key)
  release()
  const input = page.getByRole('combobox', { name: 'Go to a page, or do something' })
  await expect(input).toBeFocused()
  await expect(input).toHaveValue('boo')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.type('st')
  await expect(page.getByRole('option', { name: 'boosters' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/teams/boosters`)
})

test('? shows the shortcuts, and keys lead from page to page', async ({ example }) => {
  const { page, server } = example
  await example.open('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'rockets' })).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('New team')).toBeVisible()
  await example.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/shortcuts.png` })
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.getByRole('navigation').getByRole('link', { name: 'Catalog' }).click()
  await expect(page).toHaveURL(`${server.url}/catalog`)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(`${server.url}/`)
})

test('a chosen language is used at once, in every tab, and after a reload [SHELL-25] [SHELL-26]', async ({ example }) => {
  const { page, server } = example
  await example.open('/catalog')
  const other = await page.context().newPage()
  await other.goto(`${server.url}/`)
  await expect(other.getByRole('heading', { level: 1, name: 'Teams' })).toBeVisible()
  await page.getByRole('button', { name: 'Ada Example: Account and settings' }).click()
  await example.checkAccessibility()
  if (shots) await page.screenshot({ path: `${shots}/account.png` })
  await page.getByRole('combobox', { name: 'Language' }).press('d')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(other.getByRole('button', { name: 'Suchen oder springen' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Suchen oder springen' })).toBeVisible()
})

test('a lost network and a new version are shown', async ({ example }) => {
  const { page, server, allowProblem } = example
  allowProblem(/ERR_INTERNET_DISCONNECTED/)
  await example.open('/catalog')
  await page.context().setOffline(true)
  const offline = page.getByRole('status').filter({ hasText: 'You are offline' })
  await expect(offline).toBeVisible()
  if (shots) await page.screenshot({ path: `${shots}/offline.png` })
  await page.context().setOffline(false)
  await expect(offline).toBeHidden()
  server.build = 2
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  const update = page.getByRole('status').filter({ hasText: 'A new version of the portal is available.' })
  await expect(update).toBeVisible()
  await example.checkAccessibility()
  await update.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible()
  await expect(update).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the bar holds the first pages, opens panels above itself, and closes them [UI-14] [UI-30] [UI-31] [UI-32] [UI-57] [UI-59]', async ({
    example,
  }) => {
    const { page, server } = example
    await example.open('/catalog')
    const bar = page.getByRole('navigation', { name: 'Main navigation' })
    expect((await bar.boundingBox())?.height).toBe(56)
    await expect(bar.locator('> *').first()).toHaveText('Teams')
    await bar.getByRole('button', { name: 'More' }).tap()
    const more = page.getByRole('dialog', { name: 'More' })
    await expect(more.getByRole('link', { name: 'APIs' })).toBeVisible()
    await example.checkAccessibility()
    if (shots) await page.screenshot({ path: `${shots}/phone-more.png` })
    await bar.getByRole('button', { name: 'More' }).tap()
    await expect(more).toBeHidden()
    await bar.getByRole('button', { name: 'Teams' }).tap()
    const teams = page.getByRole('dialog', { name: 'Teams' })
    await example.checkAccessibility()
    if (shots) await page.screenshot({ path: `${shots}/phone-submenu.png` })
    await teams.getByRole('link', { name: 'rockets' }).tap()
    await expect(page).toHaveURL(`${server.url}/teams/rockets`)
    await expect(teams).toBeHidden()
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    if (shots) await page.screenshot({ path: `${shots}/phone-team.png` })
    await bar.getByRole('button', { name: 'More' }).tap()
    await more.getByRole('button', { name: 'Search or jump to' }).tap()
    await page.getByRole('combobox', { name: 'Go to a page, or do something' }).fill('apis')
    await expect(page.getByRole('option', { name: 'APIs' })).toBeVisible()
    await expect(more).toBeHidden()
    await example.checkAccessibility()
    if (shots) await page.screenshot({ path: `${shots}/phone-palette.png` })
  })
})
