import { expect, test } from 'vitest'
import type { ChangePlace, SavedIndex } from '@portico/core/server/index-store'
import type { DocumentStep } from '../../documents/document-reading-store.ts'
import { createSearchIndex, type SearchIndex } from '../../search-index/search-index.ts'
import { followDocuments } from './follow.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => quiet }
const all = 6000
const rulesOf = () => ({ fields: {}, boost: 1 })
const create = () => createSearchIndex(rulesOf)

/** Documents of one revision; reading more of them than so many fails. */
function createStore(revision: number) {
  const steps = Array.from({ length: all }, (_, at): DocumentStep => ({
    id: at + 1,
    type: 'wiki',
    body: JSON.stringify({ title: `Page ${at}`, text: '', location: `/${at}` }),
    revision,
  }))
  const state = { failsAfter: Infinity }
  const after = ({ revision: its, id }: ChangePlace) => steps.filter(step => step.revision > its || (step.revision === its && step.id > id))
  return {
    state,
    revision: async () => revision,
    batchAfter: async (id: number, limit: number) => after({ revision, id }).slice(0, limit),
    async changesAfter(place: ChangePlace, limit: number) {
      if (place.revision === revision && place.id >= state.failsAfter) throw new Error('The connection was lost')
      return after(place).slice(0, limit)
    },
    bodies: async () => new Map<number, string>(),
  }
}

/** Notes which revisions were saved, with how many documents. */
function createSaved(revision?: number) {
  const saves: (readonly [revision: number, documents: number])[] = []
  const saved: SavedIndex<SearchIndex> = {
    create,
    load: async () => (revision === undefined ? undefined : { index: create(), revision }),
    save: async (index, its) => {
      saves.push([its, index.size])
      return true
    },
  }
  return { saves, saved }
}

test('following that fails within a revision goes on there, and an index with a part of it is not saved', async () => {
  const store = createStore(5)
  const { saved, saves } = createSaved(4)
  const follower = followDocuments({ store, log: quiet, rulesOf, saved })
  store.state.failsAfter = 5500
  await follower.follow()
  expect([follower.index.size, follower.revision]).toEqual([5500, -1])
  store.state.failsAfter = Infinity
  await follower.follow()
  expect([follower.index.size, follower.revision]).toEqual([all, 5])
  expect(saves).toEqual([[5, all]])
})

test('an index that was made of all documents is saved, and not again while nothing changes', async () => {
  const { saved, saves } = createSaved()
  const follower = followDocuments({ store: createStore(5), log: quiet, rulesOf, saved })
  await follower.follow()
  await follower.follow()
  expect(saves).toEqual([[5, all]])
})
