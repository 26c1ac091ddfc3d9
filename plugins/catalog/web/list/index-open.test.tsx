import { renderPage } from '@portico/core/testing/web'
import { createMemoryStorage, defineWebPlugin } from '@portico/core/web'
import { cleanup, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { catalogWeb, entityColumns, entityFilters, type FilterPickerProps } from '../index.tsx'
import { catalogAnswers, entityOf } from '../testing/fake-catalog.ts'
// Loaded here, so that no test waits for its code.
import '../views/CatalogIndexPage.tsx'

afterEach(cleanup)

const built = (name: string, status: string, owner: string) =>
  entityOf('Component', name, { owner, annotations: { 'builds.test/status': status }, spec: { type: 'service' } })
const entities = [
  built('a', 'passed', 'group:default/ops'),
  built('b', 'failed', 'group:default/web'),
  built('c', 'passed', 'group:default/app'),
]
const field = 'metadata.annotations.builds.test/status'

function StatusPicker({ values, onChange }: FilterPickerProps) {
  return (
    <label>
      Only failed builds
      <input type="checkbox" checked={values.length > 0} onChange={event => onChange(event.currentTarget.checked ? ['failed'] : [])} />
    </label>
  )
}
const builds = defineWebPlugin({
  id: 'builds',
  fills: [
    entityColumns.fill({
      name: 'status',
      order: 15,
      isFor: kind => kind === 'component',
      title: 'Last build',
      value: ({ entity }) => entity.metadata.annotations?.['builds.test/status'],
      fields: [field],
      sort: { field },
      Cell: ({ row }) => <em>{row.entity.metadata.annotations?.['builds.test/status']}</em>,
      minPx: 80,
    }),
    entityFilters.fill({
      name: 'status',
      place: 'pickers',
      isFor: kind => kind === 'component',
      title: 'Last build',
      Picker: StatusPicker,
      toConditions: values => [[field, values]],
      matches: ({ entity }, values) => values.includes(entity.metadata.annotations?.['builds.test/status'] ?? ''),
    }),
  ],
})

function open(path = '/catalog', options: Partial<Parameters<typeof renderPage>[0]> = {}) {
  const opened = renderPage({ plugins: [catalogWeb, builds], path, answers: catalogAnswers(entities), ...options })
  const table = async () => within(await opened.screen.findByRole('table'))
  const names = async () => {
    const found = await table()
    return found.getAllByRole('row').flatMap(row => within(row).queryAllByRole('link')[0]?.textContent ?? [])
  }
  return { ...opened, table, names }
}

test('a plugin’s column is requested, shown in order, sorted by the server, and named by its id in the address', async () => {
  const { table, names, user, router, requests } = open()
  const heads = (await table()).getAllByRole('columnheader').map(head => head.textContent)
  expect(heads.slice(1, 4)).toEqual(['Name', 'System', 'Last build'])
  expect((await table()).getAllByText('passed', { selector: 'em' })).toHaveLength(2)
  expect(decodeURIComponent(requests.find(({ url }) => url.includes('by-query'))?.url ?? '')).toContain(field)
  await user.click((await table()).getByRole('button', { name: 'Last build' }))
  await expect.poll(() => decodeURIComponent(router.state.location.search)).toContain('order=builds/status,asc')
  await expect.poll(names).toEqual(['b', 'a', 'c'])
})

test('a plugin’s filter narrows the list, is in the address by its id, and can be removed', async () => {
  const { screen, names, user, router } = open()
  await user.click(await screen.findByRole('checkbox', { name: 'Only failed builds' }))
  await expect.poll(() => decodeURIComponent(router.state.location.search)).toContain('filters[builds/status][]=failed')
  await expect.poll(names).toEqual(['b'])
  await user.click(screen.getByRole('button', { name: /Remove.*failed/ }))
  await expect.poll(names).toEqual(['a', 'b', 'c'])
})

test('where everything is in the browser, a plugin’s filter and column do the same', async () => {
  const { names } = open('/catalog?filters[kind]=component&filters[builds/status][]=passed&order=builds/status,desc', {
    config: { catalog: { index: { pagination: 'none' } } },
  })
  await expect.poll(names).toEqual(['a', 'c'])
})

test('columns and filters are disabled and moved by the config, and a link to a removed one still opens', async () => {
  const extensions = [
    { 'entity-column:builds/status': false },
    { 'entity-filter:catalog/tags': false },
    { 'entity-column:catalog/tags': { order: 5 } },
  ]
  const { screen, table, names } = open('/catalog?filters[kind]=component&filters[tags][]=java&order=builds/status,desc', {
    config: { app: { baseUrl: 'http://portal.test', extensions } },
  })
  await expect.poll(names).toEqual(['a', 'b', 'c'])
  const heads = (await table()).getAllByRole('columnheader').map(head => head.textContent)
  expect(heads.slice(1, 3)).toEqual(['Name', 'Tags'])
  expect(heads).not.toContain('Last build')
  expect(screen.queryByRole('combobox', { name: 'Tags' })).toBeNull()
})

test('order and chosen columns are stored by ids: another language changes neither', async () => {
  const storage = createMemoryStorage()
  storage.setItem('language', 'de')
  storage.setItem('/catalog-index/look', JSON.stringify({ columns: { component: { lifecycle: false } } }))
  const { table, names } = open('/catalog?filters[kind]=component&order=owner,desc', { storage })
  const order = async () => (await table()).queryByRole('columnheader', { name: 'Eigentümer' })?.getAttribute('aria-sort')
  await expect.poll(order).toBe('descending')
  await expect.poll(names).toEqual(['b', 'a', 'c'])
  expect((await table()).queryByRole('columnheader', { name: 'Lebenszyklus' })).toBeNull()
})
