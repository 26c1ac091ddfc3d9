import type { apiDocsApi } from '@portico/api-docs/common'
import type { Handlers } from '@portico/core/server'
import { notBuilt } from '../errors.ts'

/** Routes of a definition: its outline, its parts, its problems and its text. */
export function definitionRoutes(): Pick<Handlers<typeof apiDocsApi>, 'getOutline' | 'getParts' | 'listProblems' | 'getText'> {
  const refuse = () => {
    throw notBuilt('Reading definitions')
  }
  return { getOutline: refuse, getParts: refuse, listProblems: refuse, getText: refuse }
}
