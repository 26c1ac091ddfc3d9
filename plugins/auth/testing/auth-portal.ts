import { authUsersService, createAuthPlugin, type AuthOptions, type CatalogUser, type UserQuery } from '@portico/auth/server'
import { defineServerPlugin, startServer, type ServerPlugin } from '@portico/core/server'
import type { Session } from '@portico/auth/common'
import { startTestServer } from '@portico/core/testing'
import { createTestBrowser, runPopup, type TestBrowser, type Visit } from './test-browser.ts'

export interface TestUser extends CatalogUser {
  readonly annotations?: Readonly<Record<string, string>>
  /** The parents of the user's groups. */
  readonly nested?: readonly string[]
}

export interface AuthPortalOptions {
  readonly providers: Readonly<Record<string, unknown>>
  /** Read each time: a user who is removed from the list is gone from the catalog. */
  readonly users?: readonly TestUser[]
  /** Other keys of the section `auth`. */
  readonly auth?: Readonly<Record<string, unknown>>
  readonly baseUrl?: string
  readonly appUrl?: string
  readonly options?: AuthOptions
  readonly withoutCatalog?: boolean
  readonly logLevel?: string
  /** Other keys of the section `backend`. */
  readonly backend?: Readonly<Record<string, unknown>>
  /** Other sections of the config. */
  readonly config?: Readonly<Record<string, unknown>>
  /** Plugins beside the one that signs in. */
  readonly plugins?: readonly ServerPlugin[]
}

/** The reply of a popup, or its error. */
export interface PopupOutcome {
  readonly response?: Session
  readonly error?: { readonly name: string; readonly message: string }
  readonly target: string
}

/** A portal with providers and users, its log, and browsers to visit it with. */
export async function startAuthPortal(given: AuthPortalOptions) {
  const { baseUrl = 'http://localhost:7007', appUrl = baseUrl } = given
  const lines: string[] = []
  const changes = new Set<(ref: string) => void>()
  const catalog = given.withoutCatalog ? [] : [catalogOf(given.users ?? [], changes)]
  const plugins: ServerPlugin[] = [createAuthPlugin(given.options), ...catalog, ...(given.plugins ?? [])]
  const server = await startTestServer({
    plugins,
    config: {
      ...given.config,
      app: { baseUrl: appUrl },
      backend: { baseUrl, ...given.backend, ...(given.logLevel !== undefined && { log: { level: given.logLevel } }) },
      auth: { environment: 'development', ...given.auth, providers: given.providers },
    },
    logTo: { write: line => lines.push(line) },
  })
  const at = (path: string, parameters: Readonly<Record<string, string>> = {}) =>
    `${baseUrl}/api/auth/${path}?${new URLSearchParams({ env: 'development', ...parameters }).toString()}`

  return {
    server,
    log: () => lines.join(''),
    lines,
    at,
    stop: server.stop,
    plugins,
    /** Another server over the same database. */
    startReplica: () =>
      startServer({ plugins, version: '0.0.0-test', configFiles: [server.configFile], env: {}, logTo: { write: () => true } }),
    /** Makes the catalog notify that an entity has changed. */
    tellChange: (ref: string) => changes.forEach(run => run(ref)),
    browser: () => createTestBrowser({ [new URL(baseUrl).origin]: server.url }),
    refresh: (browser: TestBrowser, provider: string, parameters: Readonly<Record<string, string>> = {}) =>
      browser.open(at(`${provider}/refresh`, { optional: '', ...parameters }), { headers: { 'x-requested-with': 'XMLHttpRequest' } }),
    signOut: (browser: TestBrowser, provider: string, headers: Readonly<Record<string, string>> = {}) =>
      browser.open(at(`${provider}/logout`), { method: 'POST', headers: { 'x-requested-with': 'XMLHttpRequest', ...headers } }),
  }
}

export type AuthPortal = Awaited<ReturnType<typeof startAuthPortal>>

/** What the last page of a popup posts to the page that opened it. */
export function popupOutcome(visit: Visit): PopupOutcome {
  const [info, answer, ...more] = runPopup(visit)
  if (info?.message.type !== 'config_info' || info.target !== '*' || answer?.message.type !== 'authorization_response' || more.length > 0)
    throw new Error('The popup does not post its message')
  if (info.message['targetOrigin'] !== answer.target) throw new Error('The popup answers to another origin than it announces')
  const { type: _type, ...outcome } = answer.message
  return { ...outcome, target: answer.target }
}

export function sessionOf({ text }: Visit): Session {
  return JSON.parse(text) as Session
}

export interface SentError {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly cause?: { readonly name: string; readonly message: string; readonly code?: string }
}

export function errorOf({ text }: Visit): SentError {
  return (JSON.parse(text) as { error: SentError }).error
}

// Not called catalog, so that the real one may be there too.
const directoryId = 'test-directory'

function catalogOf(users: readonly TestUser[], changes: Set<(ref: string) => void>): ServerPlugin {
  return defineServerPlugin({
    id: directoryId,
    uses: { authUsers: authUsersService },
    setup(_core, { authUsers }) {
      authUsers.useCatalog({
        findUsers: async (query, { nestedGroups }) =>
          users
            .filter(user => matches(user, query))
            .map(({ annotations: _annotations, nested = [], ...user }) => ({
              ...user,
              memberOf: [...user.memberOf, ...(nestedGroups ? nested : [])],
            })),
        hasUsers: async () => users.length > 0,
        onChange: run => void changes.add(run),
      })
    },
  })
}

function matches(user: TestUser, query: UserQuery): boolean {
  const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase()
  if ('ref' in query) return same(user.userEntityRef, query.ref)
  return 'email' in query ? same(user.profile?.email, query.email) : same(user.annotations?.[query.annotation], query.value)
}
