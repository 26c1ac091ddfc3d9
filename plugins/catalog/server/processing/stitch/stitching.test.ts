import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { createTextStore } from '../../reading/text-store.ts'
import { component, createTemporaryCatalog, location } from '../../testing/temporary-catalog.ts'
import { createStitchSchedule } from './stitch-schedule.ts'

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
  const steps = await createTextStore(database.db).changesAfter({ revision: Number(revision) }, 100)
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

test('in a first reading each entity is stitched once, when all sources that relate to it are read', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `part-${at}`)
  // Each relates to all others, those before and those after it.
  const files = Object.fromEntries(
    names.map(name => [
      `${name}.yaml`,
      component(name, { dependsOn: names.filter(other => other !== name).map(other => `component:${other}`) }),
    ]),
  )
  const options = { batchSize: 1, stitchEveryMs: 0 }
  const catalog = database.closing(
    createTemporaryCatalog(database.db, { log: silentLog, files: { ...files, 'all.yaml': location('all', Object.keys(files)) }, options }),
  )
  await catalog.add('all.yaml')
  const relationsOf = async (name: string) => (await catalog.entity(`component:default/${name}`))?.relations ?? []
  for (const name of names) expect(await relationsOf(name)).toHaveLength(2 * 29 + 1)
  const changes = (await catalog.changes()).filter(change => change.ref.includes('/part-'))
  const updated = changes.filter(({ kind }) => kind === 'updated').map(change => change.ref)
  expect(updated).toHaveLength(new Set(updated).size)
  expect(changes.filter(({ kind }) => kind === 'created')).toHaveLength(30)
})

describe('the schedule of stitching', () => {
  /** A queue that takes so long for everything that waits; a reader looks at it after each batch. */
  function schedule() {
    let time = 0
    let stitchMs = 0
    let waiting: number[] = []
    const turns: { readonly from: number[]; readonly includesDeferred: boolean }[] = []
    const stitching = createStitchSchedule({
      batchSize: 2,
      isStopping: () => false,
      now: () => time,
      async stitch(max, { after, includesDeferred }) {
        if (after === 0) turns.push({ from: [], includesDeferred })
        turns.at(-1)!.from.push(after)
        const taken = waiting.filter(id => id > after).slice(0, max)
        waiting = waiting.filter(id => !taken.includes(id))
        if (after === 0) time += stitchMs
        return taken.at(-1)
      },
    })
    return {
      turns,
      async read(ms: number, ...ids: number[]): Promise<void> {
        time += ms
        waiting = ids
        await stitching.meanwhile()
      },
      takes: (ms: number) => void (stitchMs = ms),
      ...stitching,
    }
  }

  test('what was there before has a turn every 45 s, a fifth of the time at most; what came in the reading waits for its end', async () => {
    const { begin, read, takes, turns, all } = schedule()
    begin()
    await read(45_000)
    expect(turns).toEqual([])
    await read(1)
    expect(turns).toEqual([{ from: [0], includesDeferred: false }])
    takes(20_000)
    await read(45_001)
    await read(80_000)
    expect(turns).toHaveLength(2)
    await read(1)
    expect(turns.every(turn => !turn.includesDeferred)).toBe(true)
    expect(turns).toHaveLength(3)
    await all()
    expect(turns.at(-1)).toEqual({ from: [0], includesDeferred: true })
  })

  test('what came in a reading of more than ten minutes has a turn too, a twentieth of the time at most', async () => {
    const { begin, read, takes, turns } = schedule()
    begin()
    takes(40_000)
    await read(600_001)
    expect(turns).toEqual([{ from: [0], includesDeferred: true }])
    await read(760_000)
    expect(turns.at(-1)).toMatchObject({ includesDeferred: false })
    takes(0)
    await read(1)
    expect(turns.at(-1)).toMatchObject({ includesDeferred: true })
  })

  test('the queue is gone through by number, and again for what was added meanwhile', async () => {
    const { read, turns } = schedule()
    await read(45_001, 3, 5, 8)
    expect(turns.map(({ from }) => from)).toEqual([[0, 5, 8], [0]])
  })
})
