import { runPortal } from '@portico/core/server'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { createServer } from 'vite'
import { portal } from './portal.ts'
import { sharedModules } from './web/build/shared-modules.ts'

const web = path.join(import.meta.dirname, 'web')

/** Serves the page from its sources, by a Vite server that shares the portal's port. */
async function openSources() {
  // Never listens: Vite only uses it for the WebSockets of hot reload.
  const sockets = createHttpServer()
  const vite = await createServer({
    configFile: path.join(web, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: sockets } },
    html: { cspNonce: '__CSP_NONCE__' },
  })
  const inline = createInlineScripts()
  return {
    template: await readFile(path.join(web, 'index.html'), 'utf8'),
    shared: Object.fromEntries(Object.entries(sharedModules).map(([name, file]) => [name, `shared/${file}`])),
    transform: async (url: string, html: string) => inline.moveOut(await vite.transformIndexHtml(url, html)),
    handle: (request: IncomingMessage, response: ServerResponse, next: () => void) =>
      inline.answer(request, response) || vite.middlewares(request, response, next),
    upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      Boolean(request.headers['sec-websocket-protocol']?.startsWith('vite-')) && sockets.emit('upgrade', request, socket, head),
  }
}

/** The page's policy forbids inline scripts, in development too: those that Vite's plugins write into it become files. */
function createInlineScripts() {
  const scripts: string[] = []
  return {
    moveOut: (html: string): string =>
      html.replace(/<script type="module"[^>]*>([^<]+)<\/script>/g, (_, code: string) => {
        if (!scripts.includes(code)) scripts.push(code)
        return `<script type="module" src="/@inline/${scripts.indexOf(code)}.js"></script>`
      }),
    answer(request: IncomingMessage, response: ServerResponse): boolean {
      const code = scripts[Number(/^\/@inline\/(\d+)\.js$/.exec(request.url ?? '')?.[1])]
      if (code === undefined) return false
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' }).end(code)
      return true
    },
  }
}

// When the server restarts, Vite's part of the page waits for it in a worker made of a blob, and then loads the page again.
const env = {
  APP_CONFIG_backend_csp: JSON.stringify({ 'worker-src': ["'self'", 'blob:'] }),
  APP_CONFIG_catalog_watchFiles: 'true',
  ...process.env,
}

await runPortal({ ...portal, webFolder: undefined, env, development: openSources })
