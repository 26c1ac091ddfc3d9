import { expect, test } from 'vitest'
import type { ChangePlace, DocumentStep } from '../../documents/document-reading-store.ts'
import { createSearchIndex } from '../../index/search-index.ts'
import { createFollower } from './follow.ts'
import type { IndexSnapshots } from './index-snapshots.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {}, child: () => quiet }
const all = 6000

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
    pieceAfter: async (id: number, limit: number) => after({ revision, id }).slice(0, limit),
    async stepsAfter(place: ChangePlace, limit: number) {
      if (place.revision === revision && place.id >= state.failsAfter) throw new Error('The connection was lost')
      return after(place).slice(0, limit)
    },
    bodies: async () => new Map<number, string>(),
  }
}

/** Notes which revisions were saved, with how many documents. */
function createSnapshots(): IndexSnapshots & { readonly saved: (readonly [revision: number, documents: number])[] } {
  const saved: (readonly [number, number])[] = []
  return {
    saved,
    load: async () => undefined,
    save: async (index, revision) => {
      saved.push([revision, index.size])
      return true
    },
  }
}

test('following that fails within a revision goes on there, and an index with a part of it is not saved', async () => {
  const store = createStore(5)
  const index = createSearchIndex(() => ({ fields: {}, boost: 1 }))
  const snapshots = createSnapshots()
  const follower = createFollower({ store, index, log: quiet, revision: 4, snapshots, onStep: () => {} })
  store.state.failsAfter = 5500
  await follower.follow()
  expect([index.size, follower.isLoaded]).toEqual([5500, false])
  store.state.failsAfter = Infinity
  await follower.follow()
  expect([index.size, follower.isLoaded]).toEqual([all, true])
  expect(snapshots.saved).toEqual([[5, all]])
})

test('an index that was made of all documents is saved, and not again while nothing changes', async () => {
  const index = createSearchIndex(() => ({ fields: {}, boost: 1 }))
  const snapshots = createSnapshots()
  const follower = createFollower({ store: createStore(5), index, log: quiet, snapshots, onStep: () => {} })
  await follower.follow()
  await follower.follow()
  expect(snapshots.saved).toEqual([[5, all]])
})
