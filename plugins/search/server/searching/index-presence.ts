import type { CollationStore } from '../documents/collation-store.ts'
import type { SearchEngine } from '../engines/engine.ts'

export type IndexPresence = ReturnType<typeof createIndexPresence>

/**
 * Which types have been indexed: a run of them has ended, also an empty one, or there are documents. Where documents are is what the engine
 * that finds them says, so that none is found of a type that counts as missing.
 */
export function createIndexPresence({
  engine,
  collations,
}: {
  readonly engine: Pick<SearchEngine, 'types'>
  readonly collations: Pick<CollationStore, 'list'>
}) {
  const known = new Set<string>()
  return {
    async hasAny(types: readonly string[]): Promise<boolean> {
      const isKnown = () => types.some(type => known.has(type))
      if (isKnown()) return true
      for (const type of await engine.types()) known.add(type)
      if (isKnown()) return true
      for (const run of await collations.list()) if (run.endedAt ?? run.succeededAt) known.add(run.type)
      return isKnown()
    },
  }
}
