import type { apiDocsApi } from '@portico/api-docs/common'
import type { Handlers } from '@portico/core/server'
import { notBuilt } from '../errors.ts'

/** Routes of a definition's versions and of what changed between them. */
export function changeRoutes(): Pick<Handlers<typeof apiDocsApi>, 'listVersions' | 'compareVersions'> {
  const refuse = () => {
    throw notBuilt('Comparing versions')
  }
  return { listVersions: refuse, compareVersions: refuse }
}
