import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createBookingApi } from './apis/booking.ts'
import { answerCircle } from './builds/circleci.ts'
import { answerActions } from './builds/github-actions.ts'
import { createBuildHistory } from './builds/history.ts'
import { createClusters } from './clusters/clusters.ts'
import type { ConnectedTools } from './connected/connected.ts'
import type { Repositories } from './git/repositories.ts'
import type { ToolAnswer, ToolRequest } from './tool.ts'

interface Options {
  readonly port: number
  /** Where the repositories of the git host are. */
  readonly folder: string
  readonly log: { warn(message: string): void }
}

const mark = 'x-portico-example'
const maxBodyBytes = 50 * 2 ** 20
const retryMs = 2_000
const connectedPath = /^\/(argocd|sonarqube|grafana|prometheus|pagerduty|sentry|jira|lighthouse|cost)\//

/** Serves the tools of the example organisation. Portals that run at the same time share those of the first one. */
export async function startTools({ port, folder, log }: Options) {
  const clusters = createClusters()
  const builds = createBuildHistory()
  const answerBooking = createBookingApi()
  // Git is loaded when it is first needed.
  const openGit = () => import('./git/index.ts')
  let known: Repositories | undefined
  // So are the tools of connectors, and what they show.
  let opened: Promise<ConnectedTools> | undefined
  const connected = () => (opened ??= import('./connected/connected.ts').then(({ createConnectedTools }) => createConnectedTools(builds)))
  const repositories = (git: Awaited<ReturnType<typeof openGit>>) => (known ??= git.createRepositories(folder, git.addWaitingPulls))

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
    const found = await answerTool({ method: request.method ?? 'GET', url, headers: request.headers, body })
    return found ? send(response, found) : refuse(response, 404, 'Not Found')
  }

  async function answerTool(request: ToolRequest): Promise<ToolAnswer | undefined> {
    const { pathname, origin } = request.url
    if (pathname === '/') return { body: 'The tools of the example organisation: examples/README.md\n' }
    if (pathname.startsWith('/booking/v4/')) return answerBooking(request, pathname.slice('/booking/v4'.length))
    if (pathname === '/tracking/graphql') return (await import('./apis/tracking.ts')).answerTracking(request)
    if (pathname.startsWith('/circleci/')) return answerCircle(builds, request, pathname.slice('/circleci'.length))
    const asked = connectedPath.test(pathname) && (await connected())(request)
    if (asked) return asked.answer
    const [, project, actions] = /^\/api\/v3\/repos\/larkpost\/([\w.-]+)\/actions(\/.*)$/.exec(pathname) ?? []
    if (project !== undefined && actions !== undefined) return answerActions(builds, request, project, actions)
    const [, repository, service] = /^\/larkpost\/([\w.-]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(pathname) ?? []
    const isPush = service === 'git-receive-pack' || request.url.searchParams.get('service') === 'git-receive-pack'
    // Any password will do, but a page of another site cannot send one.
    if ((isPush || (pathname.startsWith('/api/') && request.method !== 'GET')) && request.headers.authorization === undefined)
      return { status: 401, json: { message: 'Requires authentication' }, headers: { 'www-authenticate': 'Basic realm="larkpost"' } }
    const git = await openGit()
    if (pathname.startsWith('/api/v3/'))
      return git.answerGithub(repositories(git), request, pathname.slice('/api/v3/'.length).split('/').map(decodeURIComponent))
    if (repository !== undefined && service !== undefined) {
      const store = await repositories(git).open(repository)
      return store && git.answerGit(store, request, service)
    }
    const [, shown, rest = ''] = /^\/larkpost\/([\w.-]+?)(?:\.git)?(?:\/(.*))?$/.exec(pathname) ?? []
    const store = shown === undefined ? undefined : await repositories(git).open(shown)
    return store && git.showRepository(store, origin, shown!, rest)
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

/** Listens, or waits until the port is free. */
async function listen(server: ReturnType<typeof createServer>, port: number, log: Options['log']) {
  const attempt = () =>
    new Promise<boolean>((resolve, reject) => {
      const listening = () => {
        server.off('error', failed)
        resolve(true)
      }
      const failed = (error: NodeJS.ErrnoException) => {
        // Attempts are many, and none leaves a listener behind.
        server.off('listening', listening)
        if (error.code === 'EADDRINUSE') resolve(false)
        else reject(error)
      }
      server.once('error', failed)
      server.once('listening', listening)
      server.listen(port, '127.0.0.1')
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
