import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { expect, test } from 'vitest'
import { createTextStore } from '../../reading/text-store.ts'
import { component, createTemporaryCatalog, location } from '../temporary-catalog.ts'
import { createStitchTurns } from './stitch-turns.ts'

const database = withCatalogDatabase()
const ref = 'component:default/two'

async function start() {
  const files = { 'one.yaml': component('one'), 'two.yaml': component('two'), 'root.yaml': location('root', ['two.yaml']) }
  const options = { orphanStrategy: 'keep' as const }
  const catalog = database.closing(createTemporaryCatalog(database.db, { log: silentLog, files, options }))
  await catalog.add('one.yaml')
  await catalog.add('root.yaml')
  return catalog
}

async function rowOfTwo() {
  const { rows } = await database.query(`select etag, core, core_revision, core_hash, revision from catalog.entity where ref = '${ref}'`)
  return rows[0] as { etag: string; core: string; core_revision: string; core_hash: string; revision: string }
}

/** What a server learns that had followed until then. */
async function stepAfter(revision: string) {
  const steps = await createTextStore(database.db).stepsAfter(Number(revision), 100)
  return steps.find(step => step.ref === ref)
}

test('a relation from another entity changes relations and etag, and the core is neither written nor read', async () => {
  const catalog = await start()
  const before = await rowOfTwo()
  catalog.write('one.yaml', component('one', { dependsOn: ['component:two'] }))
  await catalog.readAgain()
  const { etag, revision, ...after } = await rowOfTwo()
  expect(after).toEqual({ core: before.core, core_revision: before.core_revision, core_hash: before.core_hash })
  expect(etag).not.toBe(before.etag)
  expect(await stepAfter(before.revision)).toEqual({
    id: expect.any(Number),
    ref,
    revision: Number(revision),
    coreRevision: Number(before.core_revision),
    tail: '"relations":[{"type":"dependencyOf","targetRef":"component:default/one"},{"type":"ownedBy","targetRef":"group:default/team"}]',
  })
})

test('a document that is wrong changes the status alone', async () => {
  const catalog = await start()
  const before = await rowOfTwo()
  catalog.write('two.yaml', component('two', { owner: '""' }))
  await catalog.readAgain()
  const failing = await rowOfTwo()
  expect(failing).toMatchObject({ core: before.core, core_revision: before.core_revision })
  expect(failing.etag).not.toBe(before.etag)
  const step = await stepAfter(before.revision)
  expect(step).not.toHaveProperty('head')
  expect(step?.tail).toContain('"status":{"items":[{"type":"backstage.io/catalog-processing","level":"error"')
  catalog.write('two.yaml', component('two'))
  await catalog.readAgain()
  expect(await rowOfTwo()).toMatchObject({ etag: before.etag, core: before.core, core_revision: before.core_revision })
})

test('becoming an orphan, and being listed again, changes what is shown of the core', async () => {
  const catalog = await start()
  const before = await rowOfTwo()
  catalog.write('root.yaml', location('root', ['one.yaml']))
  await catalog.readAgain()
  const orphan = await rowOfTwo()
  expect(orphan.core).toBe(before.core)
  expect(Number(orphan.core_revision)).toBeGreaterThan(Number(before.core_revision))
  expect((await stepAfter(before.revision))?.head).toContain('"backstage.io/orphan":"true"')
  catalog.write('root.yaml', location('root', ['two.yaml']))
  await catalog.readAgain()
  const back = await rowOfTwo()
  expect(back).toMatchObject({ core: before.core, etag: before.etag })
  expect(Number(back.core_revision)).toBeGreaterThan(Number(orphan.core_revision))
  expect((await stepAfter(orphan.revision))?.head).not.toContain('orphan')
})

test('while sources are read, others are stitched a fifth of the time at most, however long each turn takes', async () => {
  let time = 0
  const turns = createStitchTurns({ minPauseMs: 45_000, now: () => time })
  const stitch = (ms: number) => turns.run(async () => void (time += ms))
  const dueAfter = (ms: number) => {
    const began = time
    time += ms
    const isDue = turns.isDue()
    time = began
    return isDue
  }
  expect([dueAfter(45_000), dueAfter(45_001)]).toEqual([false, true])
  await stitch(1000)
  expect([dueAfter(45_000), dueAfter(45_001)]).toEqual([false, true])
  await stitch(100_000)
  expect([dueAfter(400_000), dueAfter(400_001)]).toEqual([false, true])
})
