import { serverNeeded } from '../errors.ts'
import { createBuiltinActions } from '../actions/builtin/builtin-actions.ts'
import { createActionRegistry, type ActionRegistry } from '../actions/registry.ts'
import { ScaffolderSection } from '../config.ts'

const refuse = (): never => {
  throw serverNeeded()
}

/** The actions of the portal without a server: what needs one says so. */
export function createOfflineActions(): ActionRegistry {
  const client = { call: refuse, send: refuse, stream: refuse, onBehalfOf: refuse }
  const discovery = { internalUrl: refuse, externalUrl: refuse, appUrl: refuse }
  const settings = ScaffolderSection.parse({})
  const repositories = {
    get: refuse,
    create: refuse,
    branch: refuse,
    createBranch: refuse,
    commit: refuse,
    openChangeRequest: refuse,
    changeRequest: refuse,
    findChangeRequest: refuse,
    closeChangeRequest: refuse,
    fork: refuse,
    pushAccess: refuse,
    call: refuse,
  }
  return createActionRegistry(
    createBuiltinActions({
      client: client as never,
      discovery,
      tokens: { forPlugin: refuse },
      settings: () => settings,
      confluence: () => undefined,
      repositories,
    }),
  )
}

/** The hosts that locations of repositories may name without config. */
export const publicHosts: Readonly<Record<string, string>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucketCloud',
  'dev.azure.com': 'azure',
}
