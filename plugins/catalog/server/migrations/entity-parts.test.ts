import { migrateAll } from '@portico/core/server'
import { openTestDatabase, silentLog } from '@portico/core/testing'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { createTextStore } from '../reading/text-store.ts'
import { migrations } from './index.ts'

interface OldEntity {
  readonly ref: string
  readonly uid: string
  readonly etag: string
  readonly final: string
  readonly isOrphan?: boolean
  readonly hasOwnEtag?: boolean
}

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0004'))
const lookAlike = '},"relations":[],"uid":"u","etag":"x"}'
const mark = '"backstage.io/orphan":"true"'
const status = `{"items":[{"type":"backstage.io/catalog-processing","level":"error","message":"InputError: ${lookAlike.replaceAll('"', '\\"')}"}]}`

/** An entity as the previous version stored it. */
function old(name: string, more: { etag?: string; core?: string; metadata?: string; end?: string } & Partial<OldEntity> = {}): OldEntity {
  const { etag = '4f0c', core = '"spec":{"type":"service"}', metadata = '"annotations":{"a/b":"c"}', end = '', ...rest } = more
  const uid = randomUUID()
  const described = `"name":"${name}","namespace":"default",${metadata}`
  const identity = `"uid":"${uid}","etag":${JSON.stringify(etag)}`
  const relations = '[{"type":"ownedBy","targetRef":"group:default/team"}]'
  const final = `{"apiVersion":"v1","kind":"Component",${core},"metadata":{${described},${identity}},"relations":${relations}${end}}`
  return { ref: `component:default/${name}`, uid, etag, final, ...rest }
}

/** A database as the previous version left it. */
async function openOld(entities: readonly OldEntity[]) {
  const { database, close } = await openTestDatabase({ schemas: { catalog: before } })
  onTestFinished(close)
  await database.pool.query(
    `insert into catalog.entity (id, ref, uid, core_hash, revision, etag, final, is_orphan, has_own_etag)
     select n.ordinality, ref, uid, md5(ref)::uuid, 7, etag, final, coalesce("isOrphan", false), coalesce("hasOwnEtag", false)
     from rows from (json_to_recordset($1::json) as (ref text, uid uuid, etag text, final text, "isOrphan" bool, "hasOwnEtag" bool)) with ordinality n
       (ref, uid, etag, final, "isOrphan", "hasOwnEtag", ordinality)`,
    [JSON.stringify(entities)],
  )
  return database
}

test('what the previous version stored goes out as it did, letter by letter, and stands apart', async () => {
  const entities = [
    old('plain'),
    old('failing', { end: `,"status":${status}` }),
    old('look-alike', { core: `"spec":{"uid":"u","etag":"e","relations":[],"text":${JSON.stringify(lookAlike)}}` }),
    old('own-etag', { etag: `"quoted" \\ ${lookAlike} é`, hasOwnEtag: true }),
    old('without-annotations', { metadata: '"tags":["ü","\\u0001"]' }),
    old('orphan', { metadata: `"annotations":{"a/b":"c",${mark}}`, isOrphan: true }),
    old('orphan-to-be', { isOrphan: true }),
    old('says-so-itself', { metadata: `"annotations":{${mark}}` }),
  ]
  const database = await openOld(entities)
  await migrateAll(database, [{ schema: 'catalog', migrations }], silentLog)

  const texts = await createTextStore(database.forSchema('catalog')).byRefs(entities.map(({ ref }) => ref))
  for (const { ref, final } of entities) expect(`${texts.get(ref)!.head},${texts.get(ref)!.tail}}`).toBe(final)

  const { rows } = await database.pool.query('select ref, core, orphan_core, relations, status, core_revision from catalog.entity')
  const row = (name: string) => rows.find(({ ref }) => ref === `component:default/${name}`)
  expect(row('failing')).toMatchObject({ relations: '[{"type":"ownedBy","targetRef":"group:default/team"}]', status, core_revision: '7' })
  expect(row('plain').core).toBe(
    '{"apiVersion":"v1","kind":"Component","spec":{"type":"service"},"metadata":{"name":"plain","namespace":"default","annotations":{"a/b":"c"}',
  )
  expect(row('orphan')).toMatchObject({ core: expect.not.stringContaining(mark), orphan_core: expect.stringContaining(mark) })
  expect(row('orphan-to-be')).toMatchObject({ core: expect.not.stringContaining(mark), orphan_core: null })
  expect(row('says-so-itself')).toMatchObject({ core: expect.stringContaining(mark), orphan_core: null })
})

test('more entities than are converted at a time are all converted', async () => {
  const entities = Array.from({ length: 2500 }, (_, at) => old(`c${at}`))
  const database = await openOld(entities)
  await migrateAll(database, [{ schema: 'catalog', migrations }], silentLog)
  const { rows } = await database.pool.query<{ text: string }>('select text from catalog.entity_text order by id')
  expect(rows.map(({ text }) => text)).toEqual(entities.map(({ final }) => final))
})
