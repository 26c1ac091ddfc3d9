import { checkAccessibility, checkColors, expect, watchProblems } from '@portico/core/testing/browser'
import { test as base, type Page } from '@playwright/test'
import { startExample, type ExampleServer } from './example-server.ts'

export interface OpenExample {
  readonly page: Page
  readonly server: ExampleServer
  /** Signs in and goes to a path. */
  open(path?: string): Promise<void>
  /** Of the whole page, or of the part that a selector names. */
  checkAccessibility(part?: string): Promise<void>
  checkColors(part?: string): Promise<void>
  /** A problem that the test causes on purpose. */
  allowProblem(pattern: RegExp): void
}

/** Playwright's test with `example`: a page of the example app in which nothing fails unseen. */
export const test = base.extend<{ example: OpenExample }, { exampleServer: ExampleServer }>({
  exampleServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from its first parameter
    async ({}, provide) => {
      const server = await startExample()
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  example: async ({ page, exampleServer }, provide) => {
    const problems = watchProblems(page)
    const allowed: RegExp[] = []
    exampleServer.config = { app: { title: 'Example', baseUrl: exampleServer.url } }
    exampleServer.build = 1
    await provide({
      page,
      server: exampleServer,
      async open(to = '/') {
        await page.goto(`${exampleServer.url}${to}`)
        await page.getByRole('button', { name: 'Enter' }).click()
        await page.getByRole('main').and(page.locator('[aria-busy="false"]')).waitFor()
      },
      checkAccessibility: part => checkAccessibility(page, part),
      checkColors: part => checkColors(page, part),
      allowProblem: pattern => void allowed.push(pattern),
    })
    expect(problems.filter(problem => !allowed.some(pattern => pattern.test(problem)))).toEqual([])
  },
})

export { expect }
