import { entityRefOf } from '@portico/catalog/common'
import { catalogService, type Catalog } from '@portico/catalog/server'
import { document, file, startCatalog } from '@portico/catalog/testing'
import { defineServerPlugin } from '@portico/core/server'
import { expect, onTestFinished, test } from 'vitest'

const names = ['a', 'b', 'c', 'd', 'e']
const toFile = (given: readonly string[]) => file(...given.map(name => document('Component', name)))

test('a stream has every entity once, by ref, and misses none because another went meanwhile', async () => {
  let catalog!: Catalog
  const reader = defineServerPlugin({
    id: 'reader',
    uses: { catalog: catalogService },
    setup: (_core, services) => void ({ catalog } = services),
  })
  const { until, write, stop } = await startCatalog({ 'a.yaml': toFile(names) }, { plugins: [reader] })
  onTestFinished(stop)
  await until('kind=component', names.length)
  const isComponent = { key: 'kind', in: ['component'] }
  const seen: string[] = []
  for await (const entity of catalog.stream({ predicate: isComponent, batchSize: 2 })) {
    seen.push(entityRefOf(entity))
    if (seen.length > 1) continue
    // With pages by number, the third would be skipped now.
    write('a.yaml', toFile(names.filter(name => name !== 'a')))
    await until('kind=component', names.length - 1)
  }
  expect(seen).toEqual(names.map(name => `component:default/${name}`))
  const all: string[] = []
  for await (const entity of catalog.stream()) all.push(entity.kind)
  expect(all.filter(kind => kind === 'Component')).toHaveLength(names.length - 1)
})
