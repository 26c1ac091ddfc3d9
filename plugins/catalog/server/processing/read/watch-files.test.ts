import { catalogApi } from '@portico/catalog/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually, silentLog } from '@portico/core/testing'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFileWatch } from './watch-files.ts'

// Whole servers, each with a thread that loads what it needs.
vi.setConfig({ testTimeout: 60_000 })

let catalog: TestCatalog | undefined
afterEach(async () => {
  await catalog?.stop()
  catalog = undefined
})

// Nothing is read by itself, so whatever is seen was seen by watching.
const start = (files: Readonly<Record<string, string>>, more: (folder: string) => object = () => ({})) =>
  startCatalog(files, { catalog: folder => ({ processingInterval: false, watchFiles: true, ...more(folder) }) })

async function descriptionOf(name: string): Promise<unknown> {
  const response = await catalog!.server.as({ plugin: 'test' }).fetch(`/api/catalog/entities/by-name/component/default/${name}`)
  return response.ok ? ((await response.json()) as { metadata: { description?: string } }).metadata.description : response.status
}

const until = (name: string, description: unknown) => eventually(async () => expect(await descriptionOf(name)).toBe(description))

const component = (name: string, description: string) => document('Component', name, { metadata: { description } })

test('in development a file is read again when it is written, and so is what it leads to and what it includes', async () => {
  const lead = document('Location', 'lead', { spec: { targets: ['./more.yaml', './late.yaml'] } })
  catalog = await start({ 'all.yaml': file(component('one', 'first'), lead) })
  await until('one', 'first')
  catalog.write('all.yaml', file(component('one', 'second'), lead))
  await until('one', 'second')
  catalog.write('more.yaml', component('two', 'led to'))
  await until('two', 'led to')
  catalog.write('text.txt', 'included')
  catalog.write('more.yaml', component('two', 'led to').replace('"led to"', '{"$text":"./text.txt"}'))
  await until('two', 'included')
  catalog.write('text.txt', 'included anew')
  await until('two', 'included anew')
  expect(await descriptionOf('one')).toBe('second')
})

test('in development files that come to fit a pattern are taken in, and those that go are taken out', async () => {
  catalog = await start({ 'parts/a/one.yaml': component('one', 'first') }, folder => ({
    locations: [{ type: 'file', target: `${folder}/parts/**/*.yaml` }],
  }))
  await until('one', 'first')
  catalog.write('parts/b/c/two.yaml', component('two', 'new'))
  await until('two', 'new')
  catalog.write('parts/b/c/two.yaml', component('two', 'changed'))
  await until('two', 'changed')
  catalog.remove('parts/a/one.yaml')
  await until('one', 404)
  expect(await descriptionOf('two')).toBe('changed')
})

test('elsewhere nothing is watched', async () => {
  catalog = await start({ 'a.yaml': component('one', 'first'), 'b.yaml': component('two', 'first') }, () => ({ watchFiles: false }))
  await until('one', 'first')
  await until('two', 'first')
  catalog.write('a.yaml', component('one', 'second'))
  catalog.write('b.yaml', component('two', 'second'))
  await catalog.server.as({ plugin: 'test' }).call(catalogApi.refreshEntity, { body: { entityRef: 'component:two' } })
  await until('two', 'second')
  expect(await descriptionOf('one')).toBe('first')
})

describe('a file that changes after it was read', () => {
  /** A watch of a folder in which files are read before it looks for them. */
  function watchFolder(find: (write: (name: string, text: string) => void) => readonly { sourceId: number; target: string }[]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'portico-watch-'))
    const changed: number[] = []
    const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
    const open = () => {
      const watch = createFileWatch({
        folder,
        find: async () => find(write),
        changed: async ids => void changed.push(...ids),
        log: silentLog,
      })
      onTestFinished(async () => {
        await watch.close()
        rmSync(folder, { recursive: true, force: true })
      })
      return watch
    }
    return { folder, write, changed, open }
  }

  test('and before the watch has taken it up is read again, and those that were there before are not', async () => {
    const { folder, write, changed, open } = watchFolder(writeNow => {
      writeNow('a.yaml', 'second')
      return [
        { sourceId: 1, target: 'old.yaml' },
        { sourceId: 2, target: 'a.yaml' },
      ]
    })
    write('old.yaml', 'first')
    write('a.yaml', 'first')
    await eventually(() => expect(Date.now() - statSync(path.join(folder, 'old.yaml')).ctimeMs).toBeGreaterThan(200))
    open().follow()
    await eventually(() => expect(changed).toContain(2))
    write('old.yaml', 'second')
    await eventually(() => {
      write('old.yaml', `${Math.random()}`)
      expect(changed).toContain(1)
    })
    expect(changed[0]).toBe(2)
  })

  test('and before it was known as a source of its own is read again', async () => {
    const targets = [{ sourceId: 1, target: '*.yaml' }]
    const { write, changed, open } = watchFolder(() => targets)
    const watch = open()
    watch.follow()
    await eventually(() => {
      write('a.yaml', `${Math.random()}`)
      expect(changed).toContain(1)
    })
    targets.push({ sourceId: 2, target: 'a.yaml' })
    watch.follow()
    await eventually(() => expect(changed).toContain(2))
  })
})
