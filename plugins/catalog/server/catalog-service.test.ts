import { catalogService, type Catalog } from '@portico/catalog/server'
import { document, file, startCatalog } from '@portico/catalog/testing'
import { defineServerPlugin } from '@portico/core/server'
import { expect, onTestFinished, test } from 'vitest'

const names = ['a', 'b', 'c', 'd', 'e']
const toFile = (given: readonly string[]) => file(...given.map(name => document('Component', name)))

async function startReader(files: Readonly<Record<string, string>>) {
  let catalog!: Catalog
  const reader = defineServerPlugin({
    id: 'reader',
    uses: { catalog: catalogService },
    setup: (_core, services) => void ({ catalog } = services),
  })
  const { until, write, stop } = await startCatalog(files, { plugins: [reader] })
  onTestFinished(stop)
  return { catalog, until, write }
}

const isComponent = { key: 'kind', in: ['component'] }

test('versions are of every entity once, and miss none because another went meanwhile', async () => {
  const { catalog, until, write } = await startReader({ 'a.yaml': toFile(names) })
  await until('kind=component', names.length)
  const seen: string[] = []
  for await (const batch of catalog.versions({ predicate: isComponent, batchSize: 2 })) {
    seen.push(...batch.map(({ ref }) => ref))
    if (seen.length > 2) continue
    // With pages by number, the fourth would be skipped now.
    write('a.yaml', toFile(names.filter(name => name !== 'a')))
    await until('kind=component', names.length - 1)
  }
  expect(seen.toSorted()).toEqual(names.map(name => `component:default/${name}`))
  const all: string[] = []
  for await (const batch of catalog.versions()) all.push(...batch.map(({ ref }) => ref))
  expect(all.filter(ref => ref.startsWith('component:'))).toHaveLength(names.length - 1)
})

test('the version of an entity is another one when its text is, and the same when only its relations are', async () => {
  const { catalog, until, write } = await startReader({
    'a.yaml': file(document('Component', 'shop', { spec: { owner: 'team' } })),
    'b.yaml': file(document('Component', 'other')),
  })
  const versionOf = async (name: string) => {
    for await (const batch of catalog.versions()) {
      const found = batch.find(({ ref }) => ref === `component:default/${name}`)
      if (found) return found.version
    }
    return undefined
  }
  await until('kind=component', 2)
  const first = await versionOf('shop')
  expect(await catalog.versionsOf(['Component:default/shop', 'component:default/none'])).toEqual([first, undefined])
  // It gets a relation to another one.
  write('b.yaml', file(document('Component', 'other', { spec: { dependsOn: ['component:shop'] } })))
  await until('kind=component,relations.dependencyof=component:default/other', 1)
  expect(await versionOf('shop')).toBe(first)
  write('a.yaml', file(document('Component', 'shop', { metadata: { title: 'The shop' }, spec: { owner: 'team' } })))
  await until('metadata.title=The shop', 1)
  expect(await versionOf('shop')).not.toBe(first)
  expect(await catalog.versionsOf(['component:default/shop'])).toEqual([await versionOf('shop')])
  const [shop, missing] = await catalog.getEntities(['Component:default/Shop', 'component:default/none'], { isBulk: true })
  expect(shop).toMatchObject({ metadata: { title: 'The shop' } })
  expect(shop?.relations).toContainEqual({ type: 'dependencyOf', targetRef: 'component:default/other' })
  expect(missing).toBeUndefined()
})
