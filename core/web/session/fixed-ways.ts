import type { AuthProviders } from './auth-providers.ts'
import type { SignInProvider } from './providers.ts'

/** Ways in that the app itself lists. */
export function fixedWays(providers: readonly SignInProvider[]): AuthProviders {
  return {
    list: async () => [],
    waysIn: async () => providers,
    wayIn: id => providers.find(provider => provider.id === id),
  }
}
