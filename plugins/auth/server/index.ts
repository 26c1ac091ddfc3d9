import { authApi } from '@portico/auth/common'
import { bytes, defineServerPlugin, identityPort } from '@portico/core/server'
import type { HandlerInput, Principal } from '@portico/core/server'
import { authSections, guestConfig, isDevelopment } from './config.ts'
import { providerCannot, providerNotFound, userNeeded } from './errors.ts'
import * as userInfo from './migrations/0001-user-info.ts'
import { openIdConfiguration } from './openid-configuration.ts'
import { createGuestProvider } from './providers/guest.ts'
import type { AuthProvider } from './providers/provider.ts'
import { createSignIn } from './sign-in.ts'
import { createUserInfoStore } from './user-info-store.ts'

/** Signs users in, and tells the core what they own. */
export const authPlugin = defineServerPlugin({
  id: 'auth',
  config: authSections,
  provides: { identity: identityPort },
  migrations: { '0001-user-info': userInfo },
  setup({ config, db, log, audit, userTokens, discovery, implement }) {
    const users = createUserInfoStore(db)
    const signIn = createSignIn({ userTokens, users, audit })
    const inDevelopment = isDevelopment(config['auth.environment'], process.env['NODE_ENV'])
    const providers = new Map<string, AuthProvider>()

    const guest = guestConfig(config['auth.providers'], inDevelopment)
    if (guest) providers.set('guest', createGuestProvider({ config: guest, inDevelopment, signIn, audit }))
    const absent = Object.keys(config['auth.providers']).filter(id => !providers.has(id))
    if (absent.length > 0) log.warn({ providers: absent }, 'these auth providers are configured, but this portal does not have them')

    function find(id: string): AuthProvider {
      const provider = providers.get(id)
      if (!provider) throw providerNotFound(id)
      return provider
    }
    function refuse(what: string) {
      return ({ params }: { readonly params: { readonly provider: string } }): never => {
        find(params.provider)
        throw providerCannot(params.provider, what)
      }
    }
    const refresh = ({ params, request }: HandlerInput<typeof authApi.refreshSession>) => find(params.provider).refresh(request)

    implement(authApi, {
      startSignIn: refuse('sign-in page'),
      finishSignIn: refuse('sign-in page'),
      finishSignInByForm: refuse('sign-in page'),
      refreshSession: refresh,
      refreshSessionByPost: refresh,
      // A provider without a session of its own has nothing to leave: the route is absent, as its clients expect.
      signOut: ({ params }) => {
        throw providerNotFound(params.provider)
      },
      getKeys: async () => ({ keys: [...(await userTokens.publicKeys()).keys] }),
      getOpenIdConfiguration: async () => openIdConfiguration(discovery.externalUrl('auth'), (await userTokens.publicKeys()).keys),
      getUserInfo: async ({ caller }) => {
        const user = await users.find(userRefOf(caller))
        if (!user) return bytes('User info not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
        return { claims: { ...user.claims, sub: user.userEntityRef, ent: [...user.ownershipEntityRefs] } }
      },
    })

    return { identity: { userInfo: userEntityRef => users.find(userEntityRef) } }
  },
})

function userRefOf(caller: Principal): string {
  if (caller.type !== 'user') throw userNeeded()
  return caller.userEntityRef
}
