import type { apiDocsApi, DefinitionDiff } from '@portico/api-docs/common'
import { entityReadPermission } from '@portico/catalog/common'
import { bytes, principalName, type Handlers, type Permissions, type Principal } from '@portico/core/server'
import { apiNotFound } from '../errors.ts'
import type { Comparisons } from './comparisons.ts'
import { toVersion, type Versions } from './versions.ts'

interface Dependencies {
  readonly versions: Versions
  readonly comparisons: Comparisons
  readonly permissions: Permissions
  /** Compares in the background what has not been compared yet. */
  readonly prepare: (ref: string) => Promise<void>
}

interface Triplet {
  readonly namespace: string
  readonly kind: string
  readonly name: string
}

/** Routes of a definition's versions and of what changed between them. */
export function changeRoutes({
  versions,
  comparisons,
  permissions,
  prepare,
}: Dependencies): Pick<Handlers<typeof apiDocsApi>, 'listVersions' | 'compareVersions'> {
  async function readableRef(caller: Principal, { kind, namespace, name }: Triplet): Promise<string> {
    const ref = `${kind}:${namespace}/${name}`.toLowerCase()
    const [decision] = await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }])
    if (decision?.result !== 'ALLOW') throw apiNotFound(ref)
    return ref
  }

  return {
    async listVersions({ caller, params }) {
      const ref = await readableRef(caller, params)
      const { items, isComplete } = await versions.list(ref, caller)
      if (!isComplete) await prepare(ref)
      return { items }
    },

    async compareVersions({ caller, params, query }) {
      const ref = await readableRef(caller, params)
      const { before, after } = await versions.pair(ref, query, caller)
      const made = await comparisons.of({ ref, before, after, reader: principalName(caller) })
      const known = { from: toVersion(before, made.before), to: toVersion(after, made.after), counts: made.counts, total: made.total }
      const rest = JSON.stringify({ ...known, ...(made.failure !== undefined && { failure: made.failure }) })
      // The changes are JSON already.
      return bytes<DefinitionDiff>(`{"changes":${made.changes},${rest.slice(1)}`, { headers: { 'cache-control': 'private, no-cache' } })
    },
  }
}
