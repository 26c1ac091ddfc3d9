import { checkAccessibility, expect, watchProblems } from '@portico/core/testing/browser'
import { test as base, type Page } from '@playwright/test'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }

interface ExampleServer {
  readonly url: string
  /** What the page carries as its config, from the next load on. */
  config: Readonly<Record<string, unknown>>
  /** Stands for a new build: the page names another script. */
  build: number
  stop(): Promise<void>
}

/** The example app of `examples/web-app`, built and served. There is no portal server behind it. */
async function startExample(): Promise<ExampleServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-example-'))
  const root = path.join(import.meta.dirname, '../examples/web-app')
  const output = { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, minify: false }
  await build({ root, base: './', configFile: false, logLevel: 'error', build: output })
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8')

  function answer(url: string, response: ServerResponse) {
    const { pathname } = new URL(url, 'http://localhost')
    const type = types[path.extname(pathname)]
    if (pathname.startsWith('/build-')) return response.writeHead(200, { 'content-type': 'text/javascript' }).end()
    if (type) return response.writeHead(200, { 'content-type': type }).end(readFileSync(path.join(folder, path.normalize(pathname))))
    const config = `<script type="backstage.io/config">${JSON.stringify([{ data: state.config, context: 'test' }])}</script>`
    const page = html
      .replace('<!--portico:config-->', config)
      .replace('<head>', `<head><script type="module" src="/build-${state.build}.js"></script>`)
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }

  const server = createServer((request, response) => void answer(request.url ?? '/', response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: ExampleServer = {
    url,
    config: { app: { title: 'Example', baseUrl: url } },
    build: 1,
    async stop() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return state
}

export interface OpenExample {
  readonly page: Page
  readonly server: ExampleServer
  /** Enters and goes to a path. */
  open(path?: string): Promise<void>
  checkAccessibility(): Promise<void>
  /** A problem that the test brings about on purpose. */
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
      checkAccessibility: () => checkAccessibility(page),
      allowProblem: pattern => void allowed.push(pattern),
    })
    expect(problems.filter(problem => !allowed.some(pattern => pattern.test(problem)))).toEqual([])
  },
})

export { expect }
