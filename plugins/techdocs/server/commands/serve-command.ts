import { escapeHtml } from '@portico/core/common'
import type { Command } from '@portico/core/server'
import { watch } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { toDocument } from '../sites/page-document.ts'
import { stylesheet, stylesheetPath } from '../sites/page-stylesheet.ts'
import { contentTypeOf } from '../sites/static-files.ts'
import { folderTree, openFolderSite } from './folder-site.ts'

const settleMs = 100

const reload = "new EventSource('/__changes').onmessage=()=>location.reload()"

/** Serves a folder as the portal would render it; the browser reloads when a file changes. */
export async function serveFolder(folder: string, port: number) {
  const listeners = new Set<ServerResponse>()
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => listeners.forEach(listener => listener.write('data: changed\n\n')), settleMs)
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/__changes') {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }).write('\n')
      listeners.add(response)
      response.on('close', () => listeners.delete(response))
      return
    }
    try {
      answer(folder, decodeURIComponent(pathname.slice(1)), response)
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(`<script>${reload}</script><pre>${toPlain(error)}</pre>`)
    }
  })
  server.listen(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      clearTimeout(timer)
      watcher.close()
      listeners.forEach(listener => listener.end())
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function answer(folder: string, name: string, response: ServerResponse): void {
  const site = openFolderSite(folder)
  const wanted = name.replace(/(?:^|(?<=\/))index\.html$/, '')
  const page =
    site.render(wanted) ??
    site.render(`${wanted}/`) ??
    (wanted === '' && site.site.home !== undefined ? site.render(site.site.home) : undefined)
  if (page) {
    const document = toDocument(page.page, site.site).replace(
      '<head>',
      () => `<head><base href="/${page.page.path}"><script>${reload}</script>`,
    )
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(document)
    return
  }
  const source = site.assets.get(name)
  const bytes = name === stylesheetPath ? Buffer.from(stylesheet) : source === undefined ? undefined : folderTree(folder).read(source)
  if (!bytes)
    return void response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' }).end(`<script>${reload}</script>Page not found.`)
  const isSvg = name.toLowerCase().endsWith('.svg')
  response.writeHead(200, { 'content-type': isSvg ? 'image/svg+xml' : contentTypeOf(name) }).end(bytes)
}

function toPlain(error: unknown): string {
  return escapeHtml(String(error instanceof Error ? error.message : error))
}

/** `portico docs serve`: a preview while one writes. */
export const serveCommand: Command = {
  name: 'docs serve',
  summary: 'Shows a docs site on this machine while it is written; the browser reloads by itself',
  args: [{ name: '[folder]', description: 'the folder with mkdocs.yml or docs; the current one by default' }],
  options: [{ flags: '--port <number>', description: 'where it listens; 3000 by default' }],
  async run({ args, options, print, cwd }) {
    const server = await serveFolder(path.resolve(cwd, args[0] ?? '.'), Number(options['port'] ?? 3000))
    print(`Docs are at ${server.url}. End with Ctrl-C`)
    await new Promise<void>(resolve => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
    })
    await server.close()
  },
}
