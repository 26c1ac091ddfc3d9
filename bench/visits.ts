import type { Browser, BrowserContext, Page } from '@playwright/test'
import { setTimeout as wait } from 'node:timers/promises'

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** Cookies and storage of a signed-in user, without the browser's cache. */
export async function signIn(browser: Browser, url: string): Promise<SignedIn> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/settings`)
  await page.getByRole('button', { name: 'Enter' }).click()
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

/** The page's policy forbids eval, so it is polled from outside. What is measured is recorded inside. */
export async function until(page: Page, condition: string): Promise<void> {
  for (const deadline = performance.now() + 60_000; !(await page.evaluate<boolean>(condition)); await wait(20)) {
    if (performance.now() > deadline) throw new Error(`this did not become true within a minute: ${condition}`)
  }
}
