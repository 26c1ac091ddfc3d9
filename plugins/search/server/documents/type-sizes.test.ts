import { eventually } from '@portico/core/testing'
import { expect, test } from 'vitest'
import { createTypeSizes } from './type-sizes.ts'

test('documents are counted again only after a change, and callers at the same time share one count', async () => {
  const state = { revision: 1, counts: 0 }
  const sizes = createTypeSizes({
    revision: async () => state.revision,
    sizes: async () => [{ type: 'wiki', documents: (state.counts += 1), bytes: 1, changedAt: new Date() }],
  })
  const documents = async () => (await sizes.read())[0]?.documents
  expect(await Promise.all([documents(), documents()])).toEqual([1, 1])
  state.revision = 2
  expect(await documents()).toBe(1)
  sizes.expire()
  expect(await documents()).toBe(2)
  sizes.expire()
  expect(await documents()).toBe(2)
})

test('a change that comes while documents are counted is not missed, whichever count ends first', async () => {
  const state = { revision: 1, documents: 1 }
  const waiting: (() => void)[] = []
  const sizes = createTypeSizes({
    revision: async () => state.revision,
    async sizes() {
      const { documents } = state
      await new Promise<void>(resolve => waiting.push(resolve))
      return [{ type: 'wiki', documents, bytes: 1, changedAt: new Date() }]
    },
  })
  const documents = async () => (await sizes.read())[0]?.documents
  const before = documents()
  await eventually(() => expect(waiting).toHaveLength(1))
  Object.assign(state, { revision: 2, documents: 2 })
  sizes.expire()
  const after = documents()
  await eventually(() => expect(waiting).toHaveLength(2))
  waiting[1]!()
  expect(await after).toBe(2)
  waiting[0]!()
  expect(await before).toBe(1)
  expect(await documents()).toBe(2)
})
