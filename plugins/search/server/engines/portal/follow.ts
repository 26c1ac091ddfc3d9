import type { Logger } from '@portico/core/server'
import { createFollower, createSavedIndex, type PartStore, type SavedIndex } from '@portico/core/server/index-store'
import type { SearchDocument } from '@portico/search/common'
import { hash } from 'node:crypto'
import type { DocumentReadingStore, DocumentStep } from '../../documents/document-reading-store.ts'
import { createSearchIndex, type SearchIndex, type TypeRules } from '../../search-index/search-index.ts'

/** Raised when an index is made in another way, or has other words for the same documents. */
export const indexVersion = 5

const name = 'the search index'
// Queries wait for at most this much of the work on the index.
const turnMs = 4
// Entries of documents that are gone are removed when they are this share of all.
const maxWastedShare = 0.25
const minWasted = 1000

export interface FollowDependencies {
  readonly store: DocumentReadingStore
  readonly log: Logger
  readonly rulesOf: (type: string) => TypeRules
  /** Where the index is saved; without it, it is made again at every start. */
  readonly saved?: SavedIndex<SearchIndex>
  /** Called for every document that changes. */
  readonly onStep?: (id: number) => void
  /** Called when the index was made of all documents, before anybody is answered. */
  readonly onMade?: () => void
}

/** Keeps an index equal to the documents in the database. */
export function followDocuments({ store, log, rulesOf, saved, onStep, onMade }: FollowDependencies) {
  return createFollower<DocumentStep, SearchIndex>({
    store,
    log,
    name,
    create: () => createSearchIndex(rulesOf),
    saved,
    minSaved: 5000,
    batchSize: 500,
    turnMs,
    apply: (index, { id, type, body }) => (body === undefined ? index.remove(id) : index.put(id, type, JSON.parse(body) as SearchDocument)),
    remove: (index, { id }) => index.remove(id),
    onRow: ({ id }) => onStep?.(id),
    onMade(index) {
      index.settle()
      onMade?.()
    },
    tidy: index => (index.wasted < Math.max(minWasted, index.size * maxWastedShare) ? undefined : index.sweep()),
  })
}

/** The index as it was saved last. How one is made depends on what the fields of each type mean. */
export function createSavedSearchIndex(
  store: PartStore,
  { log, types, rulesOf }: Pick<FollowDependencies, 'log' | 'rulesOf'> & { readonly types: Readonly<Record<string, TypeRules>> },
): SavedIndex<SearchIndex> {
  const fields = Object.entries(types)
    .map(([type, rules]) => [type, Object.entries(rules.fields).toSorted(), rules.hasSections === true])
    .toSorted()
  const version = `${indexVersion}-${hash('sha256', JSON.stringify(fields)).slice(0, 16)}`
  return createSavedIndex({ store, log, name, version, create: () => createSearchIndex(rulesOf) })
}
