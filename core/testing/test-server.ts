import { createClient } from '@portico/core/common'
import { coreSchemas, startServer, type RunningServer, type ServerPlugin } from '@portico/core/server'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openTestDatabase } from './database.ts'

export interface TestServerOptions {
  readonly plugins?: readonly ServerPlugin[]
  /** As in `app-config.yaml`. */
  readonly config?: Readonly<Record<string, unknown>>
  readonly webFolder?: string
  /** The working directory, which is kept; a new one by default. */
  readonly folder?: string
  /** As a portal has them: which plugins have only pages, and what is shared with plugins from outside. */
  readonly pages?: Readonly<Record<string, readonly string[]>>
  readonly shared?: () => Promise<Readonly<Record<string, object>>>
  readonly isolated?: URL
  /** Starts on an empty database, so that the server itself has to migrate. */
  readonly emptyDatabase?: boolean
  /** Whose tables the database has already, when not those of `plugins`: the server migrates the rest. */
  readonly migratedFor?: readonly ServerPlugin[]
  /** Where the log goes; nowhere by default. */
  readonly logTo?: { write(line: string): unknown }
}

/** Who calls: a user's ref, a token as it is, another plugin, or anonymous. */
export type TestCaller = string | { readonly token: string } | { readonly plugin: string } | undefined

/** A real server on a real database of its own, listening on a free port of the loopback interface. */
export async function startTestServer(options: TestServerOptions = {}) {
  const { plugins = [], config = {} } = options
  const migrations = (options.migratedFor ?? plugins).flatMap(plugin =>
    plugin.migrations ? [[plugin.id, plugin.migrations] as const] : [],
  )
  const test = await openTestDatabase(options.emptyDatabase ? {} : { schemas: { ...coreSchemas, ...Object.fromEntries(migrations) } })
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'portico-server-'))
  const file = path.join(folder, options.folder === undefined ? 'app-config.yaml' : 'app-config.test.yaml')
  writeFileSync(file, JSON.stringify(withDatabase(config, test.connection)))
  const server = await startServer({
    plugins,
    version: '0.0.0-test',
    webFolder: options.webFolder,
    ...(options.pages && { pages: options.pages }),
    ...(options.shared && { shared: options.shared }),
    ...(options.isolated && { isolated: options.isolated }),
    cwd: folder,
    configFiles: [file],
    env: {},
    logTo: options.logTo ?? { write: () => true },
  })

  function as(caller: TestCaller) {
    async function fetchPath(url: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers)
      const plugin = /^\/api\/([^/?]+)/.exec(url)?.[1] ?? 'app'
      const token = await tokenOf(server, caller, plugin)
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
      return fetch(`${server.url}${url}`, { redirect: 'manual', ...init, headers })
    }
    /** Calls routes as the browser does: parsed replies, or the error the server threw. */
    const client = createClient<Response, NonNullable<RequestInit['body']>>({ baseUrl: plugin => `/api/${plugin}`, fetch: fetchPath })
    return { ...client, fetch: fetchPath }
  }

  return {
    ...as('user:default/test'),
    as,
    server,
    url: server.url,
    database: test.database,
    configFile: file,
    async stop() {
      await server.stop()
      await test.close()
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

async function tokenOf({ services }: RunningServer, caller: TestCaller, target: string): Promise<string | undefined> {
  if (caller === undefined) return undefined
  if (typeof caller === 'string') return (await services.tokens.userTokens.issue({ userEntityRef: caller })).token
  return 'token' in caller ? caller.token : services.tokens.forPlugin(caller.plugin).forPlugin(target)
}

function withDatabase(config: Readonly<Record<string, unknown>>, connection: unknown): object {
  const backend = (config['backend'] ?? {}) as Record<string, unknown>
  return {
    ...config,
    backend: {
      listen: { port: 0, host: '127.0.0.1' },
      ...backend,
      database: { connection, ...(backend['database'] as object | undefined) },
    },
  }
}
