import type { authApi } from '@portico/auth/common'
import { bytes, type Handlers, type Principal, type RequestMetadata, type UserTokens } from '@portico/core/server'
import { administrationRoutes, type AdministrationDependencies } from './administration/administration-routes.ts'
import type { AttemptLimit } from './sessions/attempt-limit.ts'
import { providerCannot, providerNotFound, userNeeded } from './errors.ts'
import type { AppOrigins } from './oauth/app-origins.ts'
import { createFailAsPage } from './oauth/fail-as-page.ts'
import { readForm } from './oauth/form-body.ts'
import { openIdConfiguration } from './openid-configuration.ts'
import type { AuthProvider } from './providers/provider.ts'
import type { UserInfoStore } from './users/user-info-store.ts'

interface RouteDependencies extends AdministrationDependencies {
  readonly providers: ReadonlyMap<string, AuthProvider>
  readonly environment: string
  readonly origins: AppOrigins
  readonly attempt: AttemptLimit
  readonly userTokens: Pick<UserTokens, 'publicKeys'>
  readonly authUrl: string
  readonly userInfos: Pick<UserInfoStore, 'find'>
  readonly ownershipOf: (userEntityRef: string) => Promise<readonly string[]>
}

/** The routes of signing in and out, and of those who administer users. */
export function authRoutes(dependencies: RouteDependencies): Handlers<typeof authApi> {
  const { providers, environment, origins, attempt, userTokens, authUrl, userInfos, ownershipOf } = dependencies
  const failAsPage = createFailAsPage({ origins, titleOf: (id, env) => titleOf(providers.get(id), id, env) })

  function find({ provider: id }: { readonly provider: string }): AuthProvider {
    const provider = providers.get(id)
    if (!provider) throw providerNotFound(id)
    return provider
  }
  /** Guests come last. */
  function listed(environment: string) {
    const all = [...providers].flatMap(([id, provider]) => {
      const metadata = provider.metadata(environment)
      return metadata ? [{ id, ...metadata }] : []
    })
    return [...all.filter(({ kind }) => kind !== 'guest'), ...all.filter(({ kind }) => kind === 'guest')]
  }
  function offered<K extends 'start' | 'finish'>(params: { readonly provider: string }, step: K): NonNullable<AuthProvider[K]> {
    const run = find(params)[step]
    if (!run) throw providerCannot(params.provider, 'sign-in page')
    return run
  }
  const refresh = ({ params, request }: { readonly params: { readonly provider: string }; readonly request: RequestMetadata }) =>
    attempt(request, onFailure => find(params).refresh(callOf(request, onFailure)))

  return {
    ...administrationRoutes(dependencies),
    startSignIn: ({ params, request }) =>
      attempt(request, onFailure => offered(params, 'start')(callOf(request, onFailure))).catch(failAsPage('start', params, request)),
    finishSignIn: ({ params, request }) =>
      attempt(request, onFailure => offered(params, 'finish')(callOf(request, onFailure))).catch(failAsPage('finish', params, request)),
    finishSignInByForm: ({ params, request, stream }) =>
      attempt(request, async onFailure => offered(params, 'finish')(callOf(request, onFailure, await readForm(stream)))).catch(
        failAsPage('finish', params, request),
      ),
    refreshSession: refresh,
    refreshSessionByPost: refresh,
    signOut: ({ params, request }) => {
      // A provider without a session of its own has nothing to end: the route is absent, as clients expect.
      const { signOut } = find(params)
      if (!signOut) throw providerNotFound(params.provider)
      return signOut(callOf(request))
    },
    listProviders: ({ query }) => ({ providers: listed(query.env ?? environment) }),
    getKeys: async () => ({ keys: [...(await userTokens.publicKeys()).keys] }),
    getOpenIdConfiguration: async () => openIdConfiguration(authUrl, (await userTokens.publicKeys()).keys),
    getUserInfo: async ({ caller }) => {
      const user = await userInfos.find(userRefOf(caller))
      if (!user) return bytes('User info not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
      return { claims: { ...user.claims, sub: user.userEntityRef, ent: [...(await ownershipOf(user.userEntityRef))] } }
    },
  }
}

function titleOf(provider: AuthProvider | undefined, id: string, environment: string): string | undefined {
  return provider && (provider.metadata(environment)?.title ?? id)
}

function userRefOf(caller: Principal): string {
  if (caller.type !== 'user') throw userNeeded()
  return caller.userEntityRef
}

function callOf(request: RequestMetadata, onFailure: () => void = () => {}, form = new URLSearchParams()) {
  const query = new URL(request.url, 'http://portal').searchParams
  return { request, onFailure, parameters: new URLSearchParams([...query, ...form]) }
}
