import { azureIdentity, createTokens } from '@portico/integrations/server'
import type { AuthProvider, Environment } from './auth-provider.ts'

// The application id of AKS, the same for all tenants.
const resource = '6dae42f8-4368-4678-94ff-3960e28e3630'

/** The portal's own identity at Azure: a client secret, a federated token of its pod, or the managed identity of the machine. */
export function createAzureAuth(env: Environment): AuthProvider {
  const tokens = createTokens()
  return () => tokens.get(azureIdentity(resource, env), undefined)
}
