import { expect, test } from 'vitest'
import { mergeYaml } from './merge-yaml.ts'

const text = `# The shop
name: shop # its name
tags:
  - a # the first
deep:
  x: 1 # one
---
# Another
kind: B
m: [1, 2] # a list
`

test('data is merged into a YAML file whose comments stay, in the document that is meant', async () => {
  const merged = await mergeYaml('a.yaml', text, { name: 'store', tags: ['b'], deep: { y: 2 }, more: { z: [1] } }, { mergeArrays: true })
  expect(merged).toBe(`# The shop
name: store # its name
tags:
  - a # the first
  - b
deep:
  x: 1 # one
  y: 2
more:
  z:
    - 1
---
# Another
kind: B
m: [ 1, 2 ] # a list
`)
  const field = { key: 'kind', value: 'B' }
  expect(await mergeYaml('a.yaml', text, { m: [3] }, { mergeArrays: false, field })).toMatch(
    /# The shop[\s\S]*---\n# Another\nkind: B\nm:\n {2}- 3/,
  )
  await expect(mergeYaml('a.yaml', text, {}, { mergeArrays: false, field: { key: 'kind', value: 'C' } })).rejects.toThrow(
    'a.yaml has no document with kind: C',
  )
  await expect(mergeYaml('a.yaml', 'a: [', {}, { mergeArrays: false })).rejects.toThrow('a.yaml is not valid yaml')
})

test('nothing is merged into prototypes', async () => {
  const added = JSON.parse('{"__proto__":{"polluted":true}}') as object
  await mergeYaml('a.yaml', 'a: 1\n', added, { mergeArrays: false })
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
