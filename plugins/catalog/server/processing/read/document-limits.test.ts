import type { Entity } from '@portico/catalog/common'
import { withCatalogDatabase } from '@portico/catalog/testing'
import { silentLog } from '@portico/core/testing'
import { describe, expect, test } from 'vitest'
import { checkDocument, defaultLimits } from './document-limits.ts'
import { createUnprocessedStore } from '../write/unprocessed-store.ts'
import { rootStore } from './root-store.ts'
import { component, createTemporaryCatalog, type TemporaryCatalog } from '../../testing/temporary-catalog.ts'
import { validateDocument } from '../process/validate-document.ts'

const database = withCatalogDatabase()

function start(files: Readonly<Record<string, string>>, settings = {}): TemporaryCatalog {
  return database.closing(createTemporaryCatalog(database.db, { log: silentLog, files, settings }))
}

/** What is wrong with the documents that could not be taken in. */
const mistakes = async () =>
  (await createUnprocessedStore(database.db).failed()).flatMap(({ errors = [] }) => errors.map(({ message }) => String(message)))

/** A catalog of one good file and one that is wrong: the good one must be there, the other must say why it is not. */
async function messagesBeside(files: Readonly<Record<string, string>>, settings = {}): Promise<string[]> {
  const catalog = start({ ...files, 'good.yaml': component('good') }, settings)
  await catalog.add('bad.yaml')
  await catalog.add('good.yaml')
  expect(await catalog.refs()).toContain('component:default/good')
  expect(await catalog.refs()).not.toContain('component:default/bad')
  const messages = await mistakes()
  await database.closeAll()
  return messages
}

const withSpec = (line: string) => `${component('bad')}  ${line}\n`

describe('text that PostgreSQL cannot hold', () => {
  test('is refused wherever it stands, with its path and line, and keeps nothing else from being read', async () => {
    const cases: readonly (readonly [string, string, number])[] = [
      [component('bad', { owner: String.raw`"group:default/a\0b"` }), 'spec.owner', 8],
      [component('bad', { owner: String.raw`"\ud800"` }), 'spec.owner', 8],
      [component('bad', { dependsOn: [String.raw`"component:a\0"`] }), 'spec.dependsOn[0]', 9],
      [withSpec(String.raw`system: "x\0"`), 'spec.system', 9],
      [withSpec(String.raw`"k\0": 1`), 'spec.k\ufffd', 9],
      [
        component('bad')
          .replace('name: bad', String.raw`name: bad, uid: "a", etag: "\0"`)
          .replace(/metadata:\n {2}(.*)/, 'metadata: {$1}'),
        'metadata.etag',
        3,
      ],
      [
        component('bad').replace('name: bad', String.raw`name: bad` + '\n  annotations:\n    a.b/c: "\\0"'),
        'metadata.annotations.a.b/c',
        6,
      ],
      [component('bad').replace('name: bad', String.raw`name: "bad\0"`), 'metadata.name', 4],
    ]
    for (const [text, path, line] of cases) {
      const [message, ...others] = await messagesBeside({ 'bad.yaml': text })
      expect(others, text).toEqual([])
      expect(message?.startsWith(`${path}: holds a NUL or half of a surrogate pair`), message).toBe(true)
      expect(message?.endsWith(`bad.yaml:${line})`), message).toBe(true)
    }
  })

  test('is refused in what files include', async () => {
    const text = withSpec('extra: { $json: ./more.json }')
    const messages = await messagesBeside({ 'bad.yaml': text, 'more.json': String.raw`{ "deep": ["\u0000"] }` })
    expect(messages).toEqual([expect.stringMatching(/^spec\.extra\.deep\[0\]: holds a NUL.*bad\.yaml:9\)$/)])
  })

  test('is refused in what providers bring and take away, and in keys that are refreshed', async () => {
    const catalog = start({})
    const entity = (name: string, owner = 'team'): Entity => ({
      apiVersion: 'backstage.io/v1alpha1',
      kind: 'Component',
      metadata: { name, annotations: { 'backstage.io/managed-by-location': 'url:x', 'backstage.io/managed-by-origin-location': 'url:x' } },
      spec: { type: 'service', lifecycle: 'production', owner },
    })
    const added = [{ entity: entity('one') }, { entity: entity('two', 'a\0') }, { entity: entity('three'), locationKey: '\ud800' }]
    await catalog.provide('people', { type: 'delta', added, removed: ['component:default/a\0'] })
    expect(await catalog.refs()).toEqual(['component:default/one'])
    expect(await mistakes()).toEqual(
      expect.arrayContaining([expect.stringContaining('spec.owner: holds a NUL'), expect.stringContaining('The location key holds')]),
    )
    expect(await rootStore.refreshKeys(database.db, ['url:a\0', 'url:\udfff'])).toBe(0)
  })
})

describe('a document that is too large', () => {
  const alias = (levels: number, width: number, text: string) =>
    [
      `x0: &x0 ${text}`,
      ...Array.from({ length: levels }, (_, at) => `x${at + 1}: &x${at + 1} [${Array(width).fill(`*x${at}`).join(', ')}]`),
    ]
      .map(line => `  ${line}\n`)
      .join('')
  const many = (count: number) => Array.from({ length: count }, (_, at) => `    k${at}: 1\n`).join('')

  test('costs itself, and the error names the limit and how to raise it', async () => {
    const cases: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string]>> = {
      'nested aliases of one text': [{ 'bad.yaml': component('bad') + alias(3, 30, 'y'.repeat(15_000)) }, 'entityBytes'],
      'many keys': [{ 'bad.yaml': `${component('bad')}  extra:\n${many(30_000)}` }, 'keys'],
      'one long text': [{ 'bad.yaml': withSpec(`extra: ${'z'.repeat(1_000_001)}`) }, 'textLength'],
      'many values': [{ 'bad.yaml': withSpec(`extra: [${Array(20_000).fill('0').join(',')}]`) }, 'searchPairs'],
      'brackets without end': [{ 'bad.yaml': withSpec('extra: { $json: x }'), x: `${'['.repeat(200_000)}${']'.repeat(200_000)}` }, 'depth'],
      'many included texts': [
        {
          'bad.yaml': component('bad') + Array.from({ length: 60 }, (_, at) => `  e${at}: { $text: x }\n`).join(''),
          x: 'x'.repeat(9_000_000),
        },
        'entityBytes',
      ],
      'included texts that add up': [
        {
          'bad.yaml': component('bad') + Array.from({ length: 60 }, (_, at) => `  e${at}: { $text: x }\n`).join(''),
          x: 'x'.repeat(900_000),
        },
        'entityBytes',
      ],
      'included YAML that multiplies': [
        { 'bad.yaml': withSpec('extra: { $yaml: x }'), x: alias(3, 30, 'y'.repeat(1000)).replaceAll(/^ {2}/gm, '') },
        'entityBytes',
      ],
    }
    for (const [title, [files, limit]] of Object.entries(cases)) {
      const messages = [...(await messagesBeside(files))]
      expect(messages, title).toEqual([expect.stringMatching(new RegExp(`more than .*; catalog\\.limits\\.${limit} sets this limit`))])
    }
  })

  test('is taken in where the limit allows it', async () => {
    const limits = { keys: 40_000, searchPairs: 40_000 }
    const catalog = start({ 'all.yaml': `${component('wide')}  extra:\n${many(30_000)}` }, { limits })
    await catalog.add('all.yaml')
    expect(await catalog.refs()).toEqual(['component:default/wide'])
  })

  test('is one of too many in a source, which then is refused as a whole', async () => {
    const catalog = start({ 'all.yaml': 'a: 1\n---\n'.repeat(12), 'good.yaml': component('good') }, { limits: { documents: 10 } })
    await catalog.add('all.yaml')
    await catalog.add('good.yaml')
    expect((await catalog.sources())[0]).toMatchObject({
      failures: 1,
      error: {
        name: 'InputError',
        message: expect.stringMatching(/all\.yaml holds more than 10 documents; catalog\.limits\.documents sets this limit$/),
      },
    })
    expect(await catalog.refs()).toEqual(['component:default/good'])
  })

  test('is refused by validation as well, without being filled in or written out', async () => {
    const { context } = start({})
    const round: Record<string, unknown> = { apiVersion: 'a/v1', kind: 'Component', metadata: { name: 'round' } }
    round['spec'] = round
    expect(await validateDocument(round, { type: 'url', target: 'https://x.example/a' }, context)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('catalog.limits.depth') }),
    ])
  })
})

test('checking goes as far as the limits and no further', () => {
  let reads = 0
  const shared = new Proxy(
    Array.from({ length: 1000 }, () => 'text'),
    { get: (texts, key, self) => ((reads += 1), Reflect.get(texts, key, self) as unknown) },
  )
  const bomb = Array.from({ length: 1000 }, () => Array.from({ length: 1000 }, () => shared))
  expect(checkDocument(bomb, { ...defaultLimits, searchPairs: 1_000_000 })?.message).toContain('catalog.limits.entityBytes')
  // Each one read counts as some bytes, of a thousand million in all.
  expect(reads).toBeLessThan(defaultLimits.entityBytes)
})
