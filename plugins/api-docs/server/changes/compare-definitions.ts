import { countChanges, diffReadings, whyNotComparable, type ChangeCounts, type Reading } from '@portico/api-docs/common'
import type { DefinitionSource } from '../reading/definition-source.ts'
import { readDefinition } from '../reading/read-definition.ts'

/** How many changes are kept and shown. */
const maxChanges = 2000

/** What a definition says of itself. */
export interface VersionFacts {
  readonly format: Reading['outline']['format']
  readonly version?: string | undefined
}

/** What changed between two definitions, as texts, so that nobody on their way parses them. */
export interface ComparisonTexts {
  /** JSON of `ApiChange[]`, the most important first. */
  readonly changes: string
  readonly counts: ChangeCounts
  readonly total: number
  readonly failure: string | undefined
  readonly before: VersionFacts
  readonly after: VersionFacts
}

/** Reads two definitions and compares them. */
export async function compareDefinitions(before: DefinitionSource, after: DefinitionSource): Promise<ComparisonTexts> {
  const old = await readDefinition(before)
  const fresh = await readDefinition(after)
  const changes = diffReadings(old, fresh)
  return {
    changes: JSON.stringify(changes.slice(0, maxChanges)),
    counts: countChanges(changes),
    total: changes.length,
    failure: whyNotComparable(old, fresh),
    before: factsOf(old),
    after: factsOf(fresh),
  }
}

function factsOf({ outline: { format, version } }: Reading): VersionFacts {
  return { format, ...(version !== undefined && { version }) }
}
