import type { CatalogDefinition } from '@portico/catalog/server'
import { hash } from 'node:crypto'
import type { ReadingLimits } from '../config.ts'
import type { DefinitionTexts } from '../definitions/definition-texts.ts'
import { background, ReadingFailure, type ReadingProcess } from '../definitions/reading-process.ts'
import type { Readings } from '../definitions/readings.ts'
import type { ComparisonTexts } from './compare-definitions.ts'
import type { ComparisonStore } from './comparison-store.ts'

/** Another one whenever the same two definitions may be compared otherwise. */
const rulesVersion = 1

interface Dependencies {
  readonly store: ComparisonStore
  readonly texts: DefinitionTexts
  readonly readings: Pick<Readings, 'idOf'>
  readonly process: Pick<ReadingProcess, 'compare'>
  readonly limits: ReadingLimits
}

export interface Wanted {
  readonly ref: string
  readonly before: CatalogDefinition
  readonly after: CatalogDefinition
  /** Who waits for it. */
  readonly reader?: string
}

/** Comparisons of two definitions: kept ones, and new ones, which are made in a bounded process. */
export function createComparisons({ store, texts, readings, process, limits }: Dependencies) {
  const idOf = (before: CatalogDefinition, after: CatalogDefinition): string =>
    hash('sha256', `${rulesVersion} ${readings.idOf(before)} ${readings.idOf(after)}`, 'base64url')

  async function make(id: string, { ref, before, after, reader = background }: Wanted): Promise<ComparisonTexts> {
    const tooLarge = [before, after].find(({ bytes }) => bytes > limits.bytes)
    if (tooLarge) return failed(`A version has ${tooLarge.bytes} bytes, more than ${limits.bytes}; apiDocs.limits.bytes sets this limit`)
    const [old, fresh] = await Promise.all([texts.textOf(ref, before), texts.textOf(ref, after)])
    try {
      const sources = { before: { text: old, type: before.type }, after: { text: fresh, type: after.type } }
      return await process.compare(sources, { id, reader })
    } catch (error) {
      if (error instanceof ReadingFailure) return failed(error.message)
      throw error
    }
  }

  return {
    idOf,
    summaries: store.summaries,
    async of(wanted: Wanted): Promise<ComparisonTexts> {
      const id = idOf(wanted.before, wanted.after)
      const known = await store.find(id)
      if (known) {
        await store.touch([id])
        return known
      }
      const made = await make(id, wanted)
      await store.save(id, made)
      return made
    },
  }
}

export type Comparisons = ReturnType<typeof createComparisons>

function failed(failure: string): ComparisonTexts {
  const nothing = { format: 'text' } as const
  return { changes: '[]', counts: { breaking: 0, risky: 0, compatible: 0 }, total: 0, failure, before: nothing, after: nothing }
}
