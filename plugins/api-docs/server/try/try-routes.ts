import type { apiDocsApi } from '@portico/api-docs/common'
import type { Handlers } from '@portico/core/server'
import { notBuilt } from '../errors.ts'

/** Routes that send requests of readers. */
export function tryRoutes(): Pick<Handlers<typeof apiDocsApi>, 'listTryTargets' | 'tryRequest'> {
  const refuse = () => {
    throw notBuilt('Trying requests')
  }
  return { listTryTargets: refuse, tryRequest: refuse }
}
