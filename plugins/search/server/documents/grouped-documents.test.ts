import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { defineServerPlugin } from '@portico/core/server'
import { eventually } from '@portico/core/testing'
import { searchApi, type ResultSet, type SearchDocument } from '@portico/search/common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchPlugin, searchService, type DocumentUpdates } from '../index.ts'

// What the handbook says, by chapter: a version and pages. Each test changes it.
const chapters = new Map<string, { version: string; pages: readonly string[] }>()
const read: string[] = []
let updates: DocumentUpdates
let onRead = async () => {}
const toPages = (chapter: string): SearchDocument[] =>
  (chapters.get(chapter)?.pages ?? []).map(title => ({
    title,
    text: '',
    location: title.startsWith('bad') ? `javascript:${title}` : `/handbook/${chapter}/${title}`,
    authorization: { resourceRef: chapter },
  }))

const schedule = { frequency: { trigger: 'manual' }, timeout: { seconds: 30 } } as const
const handbook = defineServerPlugin({
  id: 'handbook',
  uses: { search: searchService },
  setup(_core, { search }) {
    updates = search.registerSource({
      type: 'handbook',
      schedule,
      groups: {
        async *list() {
          yield [...chapters].map(([group, { version }]) => ({ group, version }))
        },
        async read(groups) {
          read.push(...groups)
          const found = Object.fromEntries(groups.map(group => [group, toPages(group)]))
          await onRead()
          return found
        },
        batchSize: () => 2,
      },
    })
  },
})

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog({ 'a.yaml': file(document('Component', 'orders')) }, { plugins: [searchPlugin, handbook] })
})
afterAll(() => catalog.stop())

const find = async () => {
  const response = await catalog.server.fetch('/api/search/query?types[]=handbook')
  return ((await response.json()) as ResultSet).results.map(result => result.document.title).toSorted()
}
const statusOf = async () => (await catalog.server.call(searchApi.getStatus)).types.find(({ type }) => type === 'handbook')

/** Which chapters a run reads, and how it ended. */
async function run(start: () => Promise<unknown>) {
  read.length = 0
  const before = await statusOf()
  await start()
  return eventually(async () => {
    const status = await statusOf()
    expect(status).toMatchObject({ running: false })
    expect(status?.startedAt).not.toBe(before?.startedAt)
    return { read: read.toSorted(), status }
  })
}

const trigger = '/api/search/.backstage/scheduler/v1/tasks/collate-handbook/trigger'
const bySchedule = () => run(() => catalog.server.as({ plugin: 'test' }).fetch(trigger, { method: 'POST' }))
const byHand = () => run(() => catalog.server.call(searchApi.runType, { params: { type: 'handbook' } }))

test('a run by schedule reads the groups that have changed, removes those that are gone, and one by hand reads all', async () => {
  chapters.set('start', { version: '1', pages: ['install', 'first steps'] })
  chapters.set('rules', { version: '1', pages: ['code'] })
  chapters.set('later', { version: '1', pages: [] })
  // The first of a process reads everything: another version of the portal may have written what is there.
  expect((await bySchedule()).read).toEqual(['later', 'rules', 'start'])
  await eventually(async () => expect(await find()).toEqual(['code', 'first steps', 'install']))

  expect(await bySchedule()).toMatchObject({ read: [], status: { result: 'completed', changed: 0 } })

  chapters.set('rules', { version: '2', pages: ['code', 'reviews'] })
  chapters.delete('start')
  chapters.set('people', { version: '1', pages: ['teams'] })
  expect(await bySchedule()).toMatchObject({ read: ['people', 'rules'], status: { changed: 4 } })
  await eventually(async () => expect(await find()).toEqual(['code', 'reviews', 'teams']))
  expect(await bySchedule()).toMatchObject({ read: [] })

  expect((await byHand()).read).toEqual(['later', 'people', 'rules'])
  expect(await bySchedule()).toMatchObject({ read: [] })
})

test('a refused document is reported by every run, and an empty list removes nothing', async () => {
  chapters.set('rules', { version: '3', pages: ['code', 'bad'] })
  expect(await bySchedule()).toMatchObject({ read: ['rules'], status: { refused: 1 } })
  expect(await bySchedule()).toMatchObject({ read: ['rules'], status: { refused: 1 } })
  await eventually(async () => expect(await find()).toEqual(['code', 'teams']))
  const before = new Map(chapters)
  chapters.clear()
  expect(await bySchedule()).toMatchObject({ read: [], status: { result: 'empty' } })
  expect(await find()).toEqual(['code', 'teams'])
  for (const [name, chapter] of before) chapters.set(name, chapter)
})

test('what a live change writes while a run reads is not overwritten by it, and a group that it removes stays away', async () => {
  chapters.set('rules', { version: '4', pages: ['code'] })
  chapters.set('people', { version: '2', pages: ['old teams'] })
  onRead = async () => {
    onRead = async () => {}
    chapters.set('people', { version: '3', pages: ['new teams'] })
    await updates.replace({ people: toPages('people') })
  }
  await bySchedule()
  await eventually(async () => expect(await find()).toContain('new teams'))
  // What was read meanwhile is read once more, because it may be older.
  expect(await bySchedule()).toMatchObject({ read: ['people'] })
  await eventually(async () => expect(await find()).toEqual(['code', 'new teams']))

  chapters.delete('people')
  await updates.replace({ people: [] })
  expect(await bySchedule()).toMatchObject({ read: [], status: { changed: 0 } })
  await eventually(async () => expect(await find()).toEqual(['code']))
})

test('a group that a live change wrote in a version is not read by the next run, unless a document of it was refused', async () => {
  chapters.clear()
  for (const name of ['plain', 'told', 'refused']) chapters.set(name, { version: '1', pages: ['a page'] })
  await bySchedule()
  chapters.set('plain', { version: '2', pages: ['plain page'] })
  await updates.replace({ plain: toPages('plain') })
  chapters.set('told', { version: '2', pages: ['told page'] })
  chapters.set('refused', { version: '2', pages: ['good page', 'bad page'] })
  await updates.replace({ told: toPages('told'), refused: toPages('refused') }, { told: '2', refused: '2' })
  expect(await bySchedule()).toMatchObject({ read: ['plain', 'refused'], status: { changed: 0 } })
  await eventually(async () => expect(await find()).toEqual(['good page', 'plain page', 'told page']))
  // One that has moved on since is read.
  chapters.set('told', { version: '4', pages: ['last page'] })
  await updates.replace({ told: toPages('told') }, { told: '3' })
  expect(await bySchedule()).toMatchObject({ read: ['refused', 'told'] })
})
