import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCircle } from './builds/circleci.ts'
import { answerActions } from './builds/github-actions.ts'
import { createBuildHistory } from './builds/history.ts'
import { createClusters } from './clusters/clusters.ts'
import type { ToolAnswer, ToolRequest } from './tool.ts'

interface Options {
  readonly port: number
  readonly log: { info(message: string): void; warn(message: string): void }
}

const mark = 'x-portico-example'
const maxBodyBytes = 50 * 2 ** 20
const retryMs = 10_000

/** Serves the tools of the example organisation. Portals that run at the same time share those of the first one. */
export async function startTools({ port, log }: Options) {
  const clusters = createClusters()
  const builds = createBuildHistory()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader(mark, 'tools')
    const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`)
    // A page of another site must not read what is here by a name of its own.
    if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '')) return refuse(response, 421, 'Unknown host')
    const body = await readBody(request)
    if (!body) return refuse(response, 413, 'Too large')
    const [, cluster, path] = /^\/clusters\/([a-z]+)(\/.*)$/.exec(url.pathname) ?? []
    if (cluster !== undefined && path !== undefined) {
      const below = new URL(url)
      below.pathname = path
      if (clusters.answer(cluster, request, response, below, String(body))) return
    }
    const found = answerTool({ method: request.method ?? 'GET', url, headers: request.headers, body })
    return found ? send(response, found) : refuse(response, 404, 'Not Found')
  }

  function answerTool(request: ToolRequest): ToolAnswer | undefined {
    const { pathname } = request.url
    if (pathname === '/') return { body: 'The tools of the example organisation: examples/README.md\n' }
    if (pathname.startsWith('/circleci/')) return answerCircle(builds, request, pathname.slice('/circleci'.length))
    const [, shown] = /^\/larkpost\/([\w.-]+)(?:\/.*)?$/.exec(pathname) ?? []
    if (shown !== undefined && builds.list(shown)) return placeholderPage(shown)
    const [, project, actions] = /^\/api\/v3\/repos\/larkpost\/([\w.-]+)(?:\/actions(\/.*))?$/.exec(pathname) ?? []
    if (project === undefined || !builds.list(project)) return undefined
    return actions === undefined ? { json: { name: project, default_branch: 'main' } } : answerActions(builds, request, project, actions)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.warn(`The example tools could not answer ${request.method} ${request.url}: ${String(error)}`)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'The example tools failed')
    })
  })
  const listening = await listen(server, port, log)
  return {
    port: (server.address() as AddressInfo | null)?.port ?? port,
    async stop(): Promise<void> {
      listening.stop()
      clusters.close()
      server.closeAllConnections()
      if (server.listening) await new Promise(resolve => server.close(resolve))
    },
  }
}

/** Where links of builds lead. */
function placeholderPage(project: string): ToolAnswer {
  const text = `The build server and the git host of larkpost/${project} would be here. The example organisation has no pages besides those of the portal.`
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>larkpost/${project}</title><body style="font-family:sans-serif;margin:3rem"><h1>larkpost/${project}</h1><p>${text}</p></body></html>`
  return { body, headers: { 'content-type': 'text/html; charset=utf-8' } }
}

/** Listens, or waits until the port is free. */
async function listen(server: ReturnType<typeof createServer>, port: number, log: Options['log']) {
  const attempt = () =>
    new Promise<boolean>((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(false) : reject(error))
      server.once('error', failed)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', failed)
        resolve(true)
      })
    })
  if (await attempt()) return { stop: () => {} }
  if (!(await isShared(port)))
    log.warn(
      `Port ${port} is taken by another program, so the example organisation has no tools. Free it, or choose another one for exampleTools`,
    )
  // The portal whose tools these are may end before this one.
  const timer = setInterval(
    () =>
      void attempt().then(
        isDone => isDone && clearInterval(timer),
        () => {},
      ),
    retryMs,
  ).unref()
  return { stop: () => clearInterval(timer) }
}

async function isShared(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2_000) })).headers.has(mark)
  } catch {
    return false
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, { status = 200, json, body = '', headers = {} }: ToolAnswer): void {
  const type = json === undefined ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(status, { 'content-type': type, ...headers }).end(json === undefined ? body : JSON.stringify(json))
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message }))
}
