import type { Page } from '@playwright/test'
import { expect, test } from './generated-catalog.ts'

const shots = process.env['PORTICO_SHOTS']

/** The page in every look, for those who judge it. */
async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return
  const size = page.viewportSize()!
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.screenshot({ path: `${shots}/docs-${name}-${colorScheme}.png` })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.screenshot({ path: `${shots}/docs-${name}-${colorScheme}-phone.png` })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(size)
}

test('from the index of a blog to a post by "Continue reading", to a category, to the archive, and to the next post', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn('/docs/default/system/platform/blog')
  const article = page.getByRole('article').first()
  const title = (name: string) => expect(article.getByRole('heading', { level: 1 })).toContainText(name, { timeout: 60_000 })
  await title('From the workshop')
  const posts = article.getByRole('article')
  await expect(posts.getByRole('heading', { level: 2 })).toHaveText([
    'Do ship on Friday',
    'The day the map was right',
    'Cold doors',
    'A name for everything',
  ])
  await expect(posts.nth(1).getByRole('listitem')).toHaveText(['12 March 2026', 'Tomas Verbeke', 'Dispatch, Lessons', '1 min read'])
  await portal.checkAccessibility()
  await portal.checkColors()
  await shoot(page, 'blog')

  await article.getByRole('link', { name: 'Continue reading: The day the map was right' }).click()
  await expect(page).toHaveURL(/\/platform\/blog\/2026\/03\/12\/the-day-the-map-was-right$/)
  await title('The day the map was right')
  await expect(article.getByRole('listitem').first()).toHaveText('12 March 2026')
  await portal.checkAccessibility()
  await shoot(page, 'post')
  await article.getByRole('link', { name: 'on call' }).click()
  await title('Being on call')
  await page.goBack()

  await article.getByRole('link', { name: 'Lessons' }).click()
  await expect(page).toHaveURL(/\/blog\/category\/lessons$/)
  await title('Lessons')
  await expect(posts.getByRole('heading', { level: 2 })).toHaveText(['The day the map was right', 'Cold doors'])

  const nav = page.getByRole('navigation', { name: 'Pages of these docs' })
  await expect(nav.getByRole('link', { name: 'Lessons' })).toHaveAttribute('aria-current', 'page')
  await nav.getByRole('button', { name: 'Archive' }).click()
  await nav.getByRole('link', { name: '2025' }).click()
  await title('2025')
  await posts.getByRole('link', { name: 'Do ship on Friday', exact: true }).click()
  await title('Do ship on Friday')
  await page.getByRole('link', { name: /^Next/ }).click()
  await title('Cold doors')
  await page.getByRole('navigation', { name: 'Breadcrumb' }).last().getByRole('link', { name: 'All posts' }).click()
  await title('From the workshop')
})

test('sections are tabs above the reader, the navigation beside it has those of the open one, and a phone has them all', async ({
  portal,
}) => {
  const { page } = portal
  await portal.signIn('/docs/default/system/platform')
  const tabs = page.getByRole('navigation', { name: 'Sections of these docs' })
  const nav = page.getByRole('navigation', { name: 'Pages of these docs' })
  await expect(tabs.getByRole('link')).toHaveText(['Handbook', 'Decisions', 'Blog'], { timeout: 60_000 })
  await expect(tabs.getByRole('link', { name: 'Handbook' })).toHaveAttribute('aria-current', 'true')
  await expect(nav.getByRole('link')).toHaveText(['Home', 'Ship a change', 'Being on call', 'Write a page'])
  await tabs.getByRole('link', { name: 'Decisions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/decisions\/one-cluster$/)
  await expect(tabs.getByRole('link', { name: 'Decisions' })).toHaveAttribute('aria-current', 'true')
  await expect(nav.getByRole('link')).toHaveText(['One cluster', 'The log is the truth'])
  await portal.checkAccessibility()
  await portal.checkColors()
  await shoot(page, 'tabs')

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(tabs).toBeHidden()
  await page.getByRole('button', { name: 'Pages', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: 'Handbook' })).toBeVisible()
  await expect(drawer.getByRole('link', { name: 'One cluster' })).toHaveAttribute('aria-current', 'page')
  if (shots) await page.screenshot({ path: `${shots}/docs-tabs-phone.png` })
})
