import { expect, test } from 'vitest'
import { createBatches } from './batches.ts'

test('keys that are wanted at once are one request, each once, up to the max, and a failure is that of its own batch', async () => {
  const asked: string[][] = []
  const read = createBatches<number, { readonly client: { readonly call: never } }>({
    max: 100,
    async read(_source, keys) {
      asked.push([...keys])
      if (keys.includes('broken')) throw new Error('no')
      return new Map(keys.filter(key => key !== 'hidden').map((key, at) => [key, at]))
    },
  })
  const client = { call: undefined as never }
  const keys = Array.from({ length: 130 }, (_, at) => `c${at}`)
  const found = await Promise.all([...keys, 'hidden', 'c129'].map(key => read({ client }, key)))
  expect(asked.map(({ length }) => length)).toEqual([100, 31])
  expect([found[5], found[129], found[130], found[131]]).toEqual([5, 29, undefined, 29])
  await expect(read({ client }, 'broken')).rejects.toThrow('no')
  await Promise.all([read({ client }, 'a'), read({ client: { ...client } }, 'a')])
  expect(asked.slice(-2)).toEqual([['a'], ['a']])
})
