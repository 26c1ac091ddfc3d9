import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }

export interface ExampleServer {
  readonly url: string
  /** What the page carries as its config, from the next load on. */
  config: Readonly<Record<string, unknown>>
  /** Simulates a new build: the page names another script. */
  build: number
  stop(): Promise<void>
}

/** The example app of `examples/web-app`, built and served. There is no portal server behind it. */
export async function startExample(options: { readonly minify?: boolean } = {}): Promise<ExampleServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-example-'))
  const root = path.join(import.meta.dirname, '../examples/web-app')
  const output = { outDir: folder, emptyOutDir: true, assetsInlineLimit: 0, minify: options.minify ?? false }
  // As in development there is a page with the whole kit.
  const define = { 'import.meta.env.DEV': 'true' }
  await build({ root, base: './', configFile: false, logLevel: 'error', build: output, define })
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
