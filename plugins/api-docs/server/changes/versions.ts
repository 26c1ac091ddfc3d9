import type { DefinitionVersion } from '@portico/api-docs/common'
import type { CatalogDefinitions, CatalogDefinitionVersion } from '@portico/catalog/server'
import type { Principal } from '@portico/core/server'
import { versionNotFound } from '../errors.ts'
import { background } from '../definitions/reading-process.ts'
import type { VersionFacts } from './compare-definitions.ts'
import type { Comparisons } from './comparisons.ts'

/** How many versions are listed, the newest, and how many of them are compared before anybody asks. */
const maxVersions = 100
const maxPrepared = 20

interface Dependencies {
  readonly definitions: CatalogDefinitions
  readonly comparisons: Comparisons
}

/** The versions of a definition that the history of the catalog has, and what changed between them. */
export function createVersions({ definitions, comparisons }: Dependencies) {
  const known = async (ref: string, caller?: Principal) => (await definitions.versions(ref, caller)).slice(0, maxVersions)

  /** Each with the one before it. */
  const pairsOf = (versions: readonly CatalogDefinitionVersion[]) =>
    versions.slice(0, -1).map((after, at) => ({ after, before: versions[at + 1]! }))

  async function missing(versions: readonly CatalogDefinitionVersion[]) {
    const pairs = pairsOf(versions.slice(0, maxPrepared + 1))
    const found = await comparisons.summaries(pairs.map(({ before, after }) => comparisons.idOf(before, after)))
    return pairs.filter(({ before, after }) => !found.has(comparisons.idOf(before, after)))
  }

  return {
    /** Whether all that is prepared is there. */
    async list(ref: string, caller: Principal): Promise<{ readonly items: DefinitionVersion[]; readonly isComplete: boolean }> {
      const versions = await known(ref, caller)
      const found = await comparisons.summaries(pairsOf(versions).map(({ before, after }) => comparisons.idOf(before, after)))
      const items = versions.map((version, at): DefinitionVersion => {
        const [older, newer] = [versions[at + 1], versions[at - 1]]
        const own = older && found.get(comparisons.idOf(older, version))
        const next = newer && found.get(comparisons.idOf(version, newer))
        const counts = own?.failure === undefined ? own?.counts : undefined
        return { ...toVersion(version, own?.after ?? next?.before), ...(counts && { counts }) }
      })
      return { items, isComplete: (await missing(versions)).length === 0 }
    },

    /** Compares what has not been compared yet, one after the other. */
    async prepare(ref: string): Promise<void> {
      for (const { before, after } of await missing(await known(ref))) await comparisons.of({ ref, before, after, reader: background })
    },

    /** Two versions that the caller may read, by their ids. */
    async pair(ref: string, ids: { readonly from: string; readonly to: string }, caller?: Principal) {
      const versions = await definitions.versions(ref, caller)
      const find = (wanted: string) => {
        const found = versions.find(({ id }) => id === wanted)
        if (!found) throw versionNotFound(ref, wanted)
        return found
      }
      return { before: find(ids.from), after: find(ids.to) }
    },
  }
}

export type Versions = ReturnType<typeof createVersions>

export function toVersion({ id, at, sourceRevision, isCurrent }: CatalogDefinitionVersion, facts?: VersionFacts): DefinitionVersion {
  return {
    id,
    ...(at !== undefined && { at }),
    ...(facts && { format: facts.format }),
    ...(facts?.version !== undefined && { version: facts.version }),
    ...(sourceRevision !== undefined && { sourceRevision }),
    isCurrent,
  }
}
