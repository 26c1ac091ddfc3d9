import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const count = 620
const names = Array.from({ length: count }, (_, number) => `n${String(number).padStart(4, '0')}`)
let catalog: TestCatalog

const all = (title?: string) =>
  file(
    ...names.map((name, at) =>
      document('Component', name, { metadata: at === 510 && title !== undefined ? { title } : { description: 'Größe' } }),
    ),
  )

beforeAll(async () => {
  catalog = await startCatalog({ 'all.yaml': all() })
  await catalog.until('kind=component', count)
})
afterAll(() => catalog.stop())

interface Page {
  readonly items: { readonly metadata: { readonly name: string; readonly title?: string; readonly etag: string } }[]
  readonly pageInfo: { readonly nextCursor?: string }
  readonly totalItems: number
}

async function page(query: string, filter = 'kind=component'): Promise<Page> {
  const response = await catalog.server.fetch(`/api/catalog/entities/by-query?filter=${filter}&${query}`)
  return (await response.json()) as Page
}
const after = ({ pageInfo }: Page) => page(`limit=200&cursor=${encodeURIComponent(pageInfo.nextCursor!)}`)

test('whoever reads everything in large pages gets every entity once, as it is read alone', async () => {
  let current = await page('limit=200&orderField=metadata.name,asc')
  const read = [...current.items]
  while (current.pageInfo.nextCursor !== undefined) {
    current = await after(current)
    read.push(...current.items)
  }
  expect(read.map(({ metadata }) => metadata.name)).toEqual(names)
  const single = await catalog.server.fetch('/api/catalog/entities/by-name/component/default/n0333')
  expect(read[333]).toEqual(await single.json())
  const list = (await (await catalog.server.fetch('/api/catalog/entities?filter=kind=component')).json()) as Page['items']
  expect(list.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))).toEqual(read)
})

test('many who read everything at the same time, some of them slowly or not to the end, get what belongs to them', async () => {
  const readAll = async (order: string, leavesEarly: boolean) => {
    const read: string[] = []
    let query = `limit=200&orderField=metadata.name,${order}`
    for (;;) {
      const response = await catalog.server.fetch(`/api/catalog/entities/by-query?filter=kind=component&${query}`)
      if (leavesEarly && read.length > 0) {
        await response.body?.cancel()
        return read
      }
      const { items, pageInfo } = (await response.json()) as Page
      read.push(...items.map(({ metadata }) => metadata.name))
      if (pageInfo.nextCursor === undefined) return read
      query = `limit=200&cursor=${encodeURIComponent(pageInfo.nextCursor)}`
    }
  }
  const readers = Array.from({ length: 12 }, (_, n) => readAll(n % 2 === 0 ? 'asc' : 'desc', n % 3 === 2))
  const expected = readers.map((_, n) => (n % 2 === 0 ? names : names.toReversed()).slice(0, n % 3 === 2 ? 200 : count))
  expect(await Promise.all(readers)).toEqual(expected)
})

test('a page that was read ahead is read again when the catalog has changed', async () => {
  const second = await after(await page('limit=200&orderField=metadata.name,asc'))
  catalog.write('all.yaml', all('Changed'))
  const changed = async () => (await page('limit=1', 'metadata.title=Changed')).totalItems
  await eventually(async () => expect(await changed()).toBe(1))
  const third = await after(second)
  expect(third.items.map(({ metadata }) => metadata.name)).toEqual(names.slice(400, 600))
  expect(third.items[110]?.metadata.title).toBe('Changed')
})
