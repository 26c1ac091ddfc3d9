import type { AuthProviders } from './auth-providers.ts'
import type { SignInProvider } from './providers.ts'

/** Sign-in providers that the app itself lists. */
export function fixedProviders(providers: readonly SignInProvider[]): AuthProviders {
  return {
    list: async () => [],
    signInProviders: async () => providers,
    signInProvider: id => providers.find(provider => provider.id === id),
  }
}
