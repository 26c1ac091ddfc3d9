import type { Contract, RouteSpec } from '@portico/core/common'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { actionsContract, createActions } from '../http/actions.ts'
import { createOwnRoutes } from '../http/call-route.ts'
import { answer, type Handlers } from '../http/handler.ts'
import { mountContract, type MountedPlugin } from '../http/mount.ts'
import { toOpenApi } from '../http/openapi.ts'
import { applyConditions, permissionMetadata, wellKnownContract } from '../http/well-known.ts'
import type { Logger } from '../operations/log.ts'
import type { Authenticator } from '../tokens/authenticate.ts'
import { authCookieName, clearCookie, issueCookie } from '../tokens/cookie.ts'
import type { TokenService } from '../tokens/token-service.ts'
import type { Discovery } from './discovery.ts'
import type { PermissionDeclarations } from './permission-rule.ts'
import type { createPermissions } from './permissions.ts'
import type { Principal, UserPrincipal } from './principal.ts'

export interface PluginMount {
  readonly id: string
  readonly version: string
  readonly log: Logger
  readonly http: FastifyInstance
  readonly gate: () => void | Promise<void>
  readonly authenticator: Authenticator
  readonly tokens: TokenService
  readonly discovery: Discovery
  readonly permissions: ReturnType<typeof createPermissions>
  readonly declarations: PermissionDeclarations | undefined
  readonly tasks: {
    list(): Promise<{ tasks: unknown[] }>
    trigger(id: string): Promise<void>
    cancel(id: string): Promise<void>
  }
}

/** Mounts what every plugin has (keys, cookie, permissions, tasks, actions, OpenAPI) and returns how the plugin mounts its own routes. */
export function mountPlugin(options: PluginMount) {
  const { id, http } = options
  const contracts: Contract[] = []
  const plugin: MountedPlugin = { ...options, authenticate: (request, route) => callerOf(options, request, route) }
  const own = createOwnRoutes(options)
  const actions = createActions(id, options.log, own.calls)

  function implement<C extends Contract>(contract: C, handlers: Handlers<C>): void {
    contracts.push(contract)
    mountContract(http, plugin, contract, handlers)
    own.add(contract, handlers)
  }

  mountContract(http, plugin, wellKnownContract(id), wellKnownHandlers(options, contracts))
  mountContract(http, plugin, actionsContract(id), actions.handlers)
  return { implement, actions }
}

function callerOf(
  { id, authenticator }: PluginMount,
  request: FastifyRequest,
  { access, reads }: Pick<RouteSpec, 'access' | 'reads'>,
): Promise<Principal> {
  const socketProtocol = request.headers['sec-websocket-protocol']
  return authenticator.authenticate(
    { headers: request.headers, cookies: request.cookies, method: request.method, ...(socketProtocol !== undefined && { socketProtocol }) },
    { pluginId: id, access, reads: reads === true },
  )
}

function wellKnownHandlers(options: PluginMount, contracts: readonly Contract[]): Handlers<ReturnType<typeof wellKnownContract>> {
  const { id, tokens, discovery, declarations, tasks, permissions } = options
  const baseUrl = discovery.externalUrl(id)
  return {
    getPublicKeys: async () => ({ keys: [...(await tokens.publicKeys(`plugin:${id}`)).keys] as Record<string, unknown>[] }),
    issueCookie: async ({ caller, request }) => {
      const present = await cookieHolder(tokens, id, request.cookies[authCookieName])
      const { body, setCookie } = issueCookie({ caller, present, limitedTokenOf: tokens.limitedTokenOf, baseUrl })
      return answer(body, setCookie === undefined ? {} : { headers: { 'set-cookie': setCookie } })
    },
    clearCookie: () => answer(undefined, { headers: { 'set-cookie': clearCookie(baseUrl) } }),
    getPermissionMetadata: () => permissionMetadata(declarations),
    applyConditions: ({ body }) => applyConditions(body, declarations, permissions.loaders),
    listScheduledTasks: () => tasks.list(),
    triggerScheduledTask: ({ params }) => tasks.trigger(params.id),
    cancelScheduledTask: ({ params }) => tasks.cancel(params.id),
    getOpenApi: () => toOpenApi({ id, url: baseUrl, version: options.version }, contracts),
  }
}

async function cookieHolder(tokens: TokenService, pluginId: string, cookie: string | undefined): Promise<UserPrincipal | undefined> {
  if (cookie === undefined) return undefined
  try {
    const principal = await tokens.verify(cookie, { pluginId, allowLimited: true })
    return principal.type === 'user' ? principal : undefined
  } catch {
    // An expired cookie is no reason to refuse a new one.
    return undefined
  }
}
