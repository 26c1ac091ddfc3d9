import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type Page, type TestInfo } from '@playwright/test'
import { writeFileSync } from 'node:fs'
import { startPortalProcess, type PortalProcess } from './portal-process.ts'

export { chromiumLaunchOptions } from './chromium.ts'
export { freePort, startPortalProcess, withServerLog, type PortalProcess } from './portal-process.ts'
export { expect }

/** An open portal in a real browser. The test fails on any error in the console and on any request that leaves the machine. */
export interface OpenPortal {
  readonly url: string
  readonly page: Page
  /** Goes to a path of the portal. */
  open(path?: string): Promise<void>
  /** Opens a path and signs in as a guest. */
  signIn(path?: string): Promise<void>
  /** No violation of WCAG 2.2 AA in what is on the screen. */
  checkAccessibility(): Promise<void>
  /** The same for colours only, for a screen that was checked in another theme. */
  checkColors(): Promise<void>
  /** A problem that the test causes on purpose. */
  allowProblem(pattern: RegExp): void
}

const accessibilityTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const colorRules = ['color-contrast', 'link-in-text-block']

/** Playwright's test with `portal`: one portal per worker, one page per test. */
export const test = base.extend<{ portal: OpenPortal; serverLog: undefined }, { portalProcess: PortalProcess }>({
  portalProcess: [
    // Playwright reads what a fixture needs from its first parameter, which therefore must be written out.
    // oxlint-disable-next-line no-empty-pattern -- this fixture needs no other
    async ({}, provide) => {
      const portal = await startPortalProcess()
      await provide(portal)
      await portal.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  serverLog: [
    async ({ portalProcess }, provide, testInfo) => {
      await provide(undefined)
      await attachServerLog(testInfo, portalProcess)
    },
    { auto: true },
  ],
  portal: async ({ page, portalProcess }, provide) => {
    const problems = watchProblems(page)
    const allowed: RegExp[] = []
    const { url } = portalProcess
    async function open(path = '/') {
      await page.goto(`${url}${path}`)
    }
    await provide({
      url,
      page,
      open,
      async signIn(path) {
        await open(path)
        await page.getByRole('button', { name: 'Enter' }).click()
        await page.getByRole('main').and(page.locator('[aria-busy="false"]')).waitFor()
      },
      checkAccessibility: () => checkAccessibility(page),
      checkColors: () => checkColors(page),
      allowProblem: pattern => void allowed.push(pattern),
    })
    expect(problems.filter(problem => !allowed.some(pattern => pattern.test(problem)))).toEqual([])
  },
})

/** Attaches the server's log to a failed e2e test. */
export async function attachServerLog(testInfo: TestInfo, portal: PortalProcess): Promise<void> {
  if (testInfo.status === testInfo.expectedStatus) return
  const file = testInfo.outputPath('server.log')
  writeFileSync(file, portal.log())
  await testInfo.attach('server.log', { path: file, contentType: 'text/plain' })
}

/** No violation of WCAG 2.2 AA in what is on the screen, or in the part of it that a selector names. */
export function checkAccessibility(page: Page, part?: string): Promise<void> {
  return check(page, part, axe => axe.withTags(accessibilityTags))
}

/** The same for colours only, for a screen that was checked in another theme. */
export function checkColors(page: Page, part?: string): Promise<void> {
  return check(page, part, axe => axe.withRules(colorRules))
}

async function check(page: Page, part: string | undefined, select: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await settle(page)
  const isThere = await page.evaluate<boolean>(`typeof axe === 'object'`)
  // Four times as fast as by default: axe is put into a page once, describes only what is wrong, and opens no second page to sum up the
  // frames of other origins, of which the portal has none.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) })
  if (part !== undefined) axe.include(part)
  const { violations, incomplete } = await select(axe.options({ resultTypes: ['violations', 'incomplete'] }).setLegacyMode()).analyze()
  expect(violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)).toEqual([])
  // Text in the colour of its background may be hidden on purpose, so axe does not fail on it. Ours never is.
  const unseen = incomplete.flatMap(({ nodes }) => nodes).filter(({ any }) => any.some(({ data }) => isSameColor(data)))
  expect(unseen.map(({ target }) => `invisible text: ${target.join(' ')}`)).toEqual([])
}

function isSameColor(data: unknown): boolean {
  return (data as { messageKey?: string } | null)?.messageKey === 'equalRatio'
}

/** Collects every error in the console and every request that leaves the machine. */
export function watchProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => problems.push(`page: ${error.message}`))
  page.on('request', request => {
    if (!isLocal(request.url())) problems.push(`request left the machine: ${request.url()}`)
  })
  page.on('websocket', socket => {
    if (!isLocal(socket.url())) problems.push(`socket left the machine: ${socket.url()}`)
  })
  return problems
}

function isLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return ['data:', 'blob:', 'about:'].includes(protocol) || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Colours during a transition belong to no theme: wait until the animations have ended. */
async function settle(page: Page): Promise<void> {
  const isStill = `document.getAnimations().every(each => each.playState !== 'running' || each.effect?.getTiming().iterations === Infinity)`
  await expect.poll(() => page.evaluate(isStill)).toBe(true)
}
