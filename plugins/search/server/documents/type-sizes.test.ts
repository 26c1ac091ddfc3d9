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
