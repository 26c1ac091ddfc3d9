import { environmentMissing, environmentNotFound } from '../errors.ts'
import type { AuthProvider, ProviderCall } from '../providers/provider.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { OAuthEnvironment } from './oauth-environment.ts'
import { refreshSession, signOut } from './refresh-session.ts'
import { decodeState } from './sign-in-state.ts'
import { startSignIn } from './start-sign-in.ts'

/** A provider with pages of its own. Each call names its environment, by the query or by the returned state. */
export function createOAuthProvider(provider: string, environments: ReadonlyMap<string, OAuthEnvironment>): AuthProvider {
  function pick({ parameters }: ProviderCall): OAuthEnvironment {
    const name = parameters.get('env') || decodeState(parameters.get('state') ?? undefined)?.env
    if (!name) throw environmentMissing()
    const environment = environments.get(name)
    if (!environment) throw environmentNotFound(provider, name)
    return environment
  }
  return {
    metadata(name) {
      const environment = environments.get(name)
      return environment && { title: environment.title, kind: 'oauth', signsIn: environment.resolveUser !== undefined }
    },
    start: async call => startSignIn(pick(call), call),
    finish: async call => finishSignIn(pick(call), call),
    refresh: async call => refreshSession(pick(call), call),
    signOut: async call => signOut(pick(call), call),
  }
}
