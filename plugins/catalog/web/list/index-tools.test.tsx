import { catalogApi } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { createMemoryStorage, defineWebPlugin } from '@portico/core/web'
import { cleanup, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { catalogWeb, entityColumns } from '../index.tsx'
import { catalogAnswers, entityOf } from '../testing/fake-catalog.ts'
// Loaded here, so that no test waits for its code.
import '../views/CatalogIndexPage.tsx'

afterEach(cleanup)

const entities = [
  entityOf('Component', 'a', { owner: 'group:default/web', tags: ['java', 'go'], description: '=cmd|"calc"', spec: { type: 'service' } }),
  entityOf('Component', 'b', { tags: ['java'], spec: { type: 'website' } }),
  entityOf('Component', 'c'),
  entityOf('API', 'd'),
]

function open(path = '/catalog', options: Partial<Parameters<typeof renderPage>[0]> = {}) {
  return renderPage({ plugins: [catalogWeb], path, answers: catalogAnswers(entities), ...options })
}

interface SavedFile {
  readonly name: string
  readonly content: Promise<string>
}

/** The files that the page downloads. */
function watchDownloads(): SavedFile[] {
  const files: SavedFile[] = []
  let last: Blob | undefined
  URL.createObjectURL = blob => {
    last = blob as Blob
    return 'blob:x'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content: last!.text() })
  })
  return files
}
afterEach(() => void vi.restoreAllMocks())

test('marked rows are starred and unstarred together', async () => {
  const storage = createMemoryStorage()
  const { screen, user } = open('/catalog', { storage })
  await user.click(await screen.findByRole('checkbox', { name: 'Select row component:default/a' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select row component:default/c' }))
  expect(screen.getByText('2 selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Star' }))
  await expect.poll(() => storage.getItem('/starredEntities/entityRefs')).toBe('["component:default/a","component:default/c"]')
  expect(screen.getByRole('button', { name: 'Star a', pressed: true })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove stars' }))
  await expect.poll(() => storage.getItem('/starredEntities/entityRefs')).toBe('[]')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByText('2 selected')).toBeNull()
})

test('a view stores the filters under a name, opens from the menu, and first where it is the default', async () => {
  const storage = createMemoryStorage()
  const { screen, user, router } = open('/catalog?filters[kind]=component&filters[user]=all&filters[tags][]=java&order=name,desc', {
    storage,
  })
  await screen.findByText('All components (2)', { selector: 'h1' })
  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save this view' })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save view' }).disabled).toBe(true)
  await user.type(within(dialog).getByRole('textbox', { name: 'Name of the view' }), 'Java <b>things</b>')
  await user.click(within(dialog).getByRole('checkbox', { name: 'Open this view first' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
  await user.click(screen.getByRole('button', { name: 'Clear all' }))
  await screen.findByText('All components (3)', { selector: 'h1' })
  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('menuitem', { name: /Java <b>things<\/b>/ }))
  await screen.findByText('All components (2)', { selector: 'h1' })
  const shared = router.state.location.search

  const again = open('/catalog', { storage })
  await again.screen.findByText('All components (2)', { selector: 'h1' })
  await expect.poll(() => again.router.state.location.search).toBe(shared)
  await again.user.click(again.screen.getByRole('button', { name: 'Saved views' }))
  await again.user.click(await again.screen.findByRole('menuitem', { name: 'Manage views' }))
  await again.user.click(await again.screen.findByRole('checkbox', { name: 'Open Java <b>things</b> first' }))
  await again.user.click(again.screen.getByRole('button', { name: 'Delete Java <b>things</b>' }))
  await expect.poll(() => storage.getItem('/catalog-index/views')).toBe('[]')
  expect(storage.getItem('/catalog-index/defaultView')).toBeNull()
  const plain = open('/catalog', { storage })
  await plain.screen.findByText('All components (3)', { selector: 'h1' })
})

test('invalid views in the storage are ignored', async () => {
  const storage = createMemoryStorage()
  storage.setItem('/catalog-index/views', '[{"id":1},null,"x",{"id":"a","name":"Mine","search":"filters[kind]=api"}]')
  storage.setItem('/catalog-index/defaultView', '{"a":1}')
  const { screen, user } = open('/catalog', { storage })
  await screen.findByText('All components (3)', { selector: 'h1' })
  await user.click(screen.getByRole('button', { name: 'Saved views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Mine' }))
  expect(await screen.findByText('All APIs (1)', { selector: 'h1' })).toBeTruthy()
})

test('columns are chosen for each kind, and stay chosen', async () => {
  const storage = createMemoryStorage()
  const { screen, user } = open('/catalog', { storage })
  await screen.findByRole('columnheader', { name: 'Lifecycle' })
  await user.click(screen.getByRole('button', { name: 'List options' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Lifecycle' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Namespace' }))
  const again = open('/catalog', { storage })
  await again.screen.findByRole('columnheader', { name: 'Namespace' })
  expect(again.screen.queryByRole('columnheader', { name: 'Lifecycle' })).toBeNull()
})

test('the whole list is exported page by page, and formulas are escaped', async () => {
  const files = watchDownloads()
  const { screen, user, requests } = open('/catalog?filters[kind]=component&filters[user]=all&filters[tags][]=java&limit=1')
  await screen.findByText('All components (2)', { selector: 'h1' })
  await user.click(screen.getByRole('button', { name: 'List options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export as CSV' }))
  await expect.poll(() => files.length).toBe(1)
  expect(files[0]?.name).toBe('component-catalog.csv')
  expect((await files[0]!.content).split('\r\n')).toEqual([
    'ref,name,system,owner,type,lifecycle,description,tags',
    'component:default/a,a,,group:default/web,service,,"\'=cmd|""calc""","java, go"',
    'component:default/b,b,,,website,,,java',
    '',
  ])
  expect(requests.filter(({ url }) => url.includes('limit=500')).length).toBe(1)
  await user.click(screen.getByRole('button', { name: 'List options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export as JSON' }))
  await expect.poll(() => files.length).toBe(2)
  expect(JSON.parse(await files[1]!.content)).toEqual(entities.slice(0, 2))
})

test('a column whose cells ask another place is exported with what it loads, page by page', async () => {
  const files = watchDownloads()
  const asked: string[][] = []
  const weather = defineWebPlugin({
    id: 'weather',
    fills: [
      entityColumns.fill({
        name: 'sky',
        title: 'Sky',
        value: () => undefined,
        minPx: 80,
        async load(rows, { client, cache, api, signal }) {
          expect([typeof client.call, typeof cache.fetch, typeof api, signal.aborted]).toEqual(['function', 'function', 'function', false])
          asked.push(rows.map(({ entity }) => entity.metadata.name))
          return new Map([['component:default/a', 'blue']])
        },
      }),
    ],
  })
  const { screen, user } = open('/catalog', { plugins: [catalogWeb, weather] })
  await screen.findByText('All components (3)', { selector: 'h1' })
  // It says why it cannot be sorted.
  const title = await screen.findByRole('columnheader', { name: 'Sky' })
  expect(title.title).toMatch(/^Not sortable: its values do not come from the catalog/)
  expect(within(title).queryByRole('button', { name: /Sort|Sky$/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'List options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export as CSV' }))
  await expect.poll(() => files.length).toBe(1)
  const [head = '', ...lines] = (await files[0]!.content).trim().split('\r\n')
  const at = head.split(',').indexOf('weather/sky')
  expect(lines.map(line => line.split(',')[0])).toEqual(['component:default/a', 'component:default/b', 'component:default/c'])
  expect([lines[1]?.split(',')[at], lines[2]?.split(',')[at]]).toEqual(['', ''])
  expect(lines[0]).toContain('blue')
  expect(asked).toEqual([['a', 'b', 'c']])
})

test('an export that fails says so and can be retried, one that is cancelled gives no file', async () => {
  const files = watchDownloads()
  const answers = catalogAnswers(entities)
  let mood: 'failing' | 'hanging' = 'failing'
  const moody = answer(catalogApi.queryEntities, request => {
    if (!request.url.includes('limit=500')) return answers[0]!.answer(request) as never
    return mood === 'failing' ? new AppError('InternalError', 'The disk is full') : (new Promise(() => {}) as never)
  })
  const { screen, user } = open('/catalog', { answers: [moody, ...answers] })
  await screen.findByText('All components (3)', { selector: 'h1' })
  await user.click(screen.getByRole('button', { name: 'List options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export as JSON' }))
  const dialog = await screen.findByRole('dialog', { name: 'Exporting components' })
  expect(await within(dialog).findByText('The disk is full')).toBeTruthy()
  mood = 'hanging'
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }))
  expect(await within(dialog).findByText('0 of 3')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Cancel export' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(files).toEqual([])
})

test('the list looks as chosen: rows, narrow rows, cards', async () => {
  const { screen, user } = open()
  await screen.findByRole('table')
  await user.click(screen.getByRole('radio', { name: 'Cards' }))
  const cards = screen.getByRole('list', { name: 'All components (3)' })
  expect(
    within(cards)
      .getAllByRole('heading', { level: 2 })
      .map(heading => heading.textContent),
  ).toEqual(['a', 'b', 'c'])
  await user.click(screen.getByRole('radio', { name: 'Compact' }))
  expect(screen.getByRole('table').dataset['dense']).toBe('true')
})

test('entities are found by name in the command palette, the nearest first, and opened', async () => {
  const named = ['my-invoices', 'invoices', 'other'].map(name => entityOf('Component', name))
  const { screen, user, router } = open('/catalog', { answers: catalogAnswers(named) })
  await screen.findByRole('table')
  await user.click(screen.getByRole('button', { name: /^Search or jump to/ }))
  await user.type(await screen.findByRole('combobox', { name: 'Go to a page, or do something' }), 'invo')
  const group = await screen.findByRole('group', { name: 'Entities' })
  const found = within(group)
    .getAllByRole('option')
    .map(option => option.textContent)
  expect(found).toEqual(['invoicescomponent:invoices', 'my-invoicescomponent:my-invoices'])
  await user.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/catalog/default/component/invoices')
})
