import type { AuthProvider } from '../providers/provider.ts'
import type { ResolveUser } from '../resolvers/resolve-user.ts'
import type { SignIn } from '../sessions/sign-in.ts'
import type { Recognise } from './define-proxy-provider.ts'

interface ProxyProviderDependencies {
  readonly provider: string
  readonly title: string
  readonly recognise: Recognise
  readonly resolveUser: ResolveUser
  readonly signIn: SignIn
}

/** A provider whose proxy signs users in before they reach the portal: each request carries the identity, and there are no pages. */
export function createProxyProvider({ provider, title, recognise, resolveUser, signIn }: ProxyProviderDependencies): AuthProvider {
  return {
    metadata: () => ({ title, kind: 'proxy', signsIn: true }),
    async refresh({ request }) {
      const { person, accessToken, expiresInSeconds } = await recognise(request)
      const user = await resolveUser(person, request)
      const session = await signIn({ provider, ...user, request })
      if (accessToken === undefined) return session
      return { ...session, providerInfo: { accessToken, scope: '', ...(expiresInSeconds !== undefined && { expiresInSeconds }) } }
    },
  }
}
