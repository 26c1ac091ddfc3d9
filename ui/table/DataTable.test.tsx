import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type Key } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTable, ErrorPanel, type Column, type DataTableProps, type TableState } from '../index.ts'
import { renderKit } from '../testing/render-kit.tsx'

interface Service {
  readonly name: string
  readonly owner: string
  readonly tags: readonly string[]
  readonly size: number
}

const columns: readonly Column<Service>[] = [
  { title: 'Name', field: 'name', highlight: true },
  { title: 'Owner', field: 'owner', headerStyle: { width: 200 }, cellStyle: { fontStyle: 'italic' } },
  { title: 'Tags', field: 'tags' },
  { title: 'Size', field: 'size', align: 'end' },
]

function services(count: number): readonly Service[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `service-${index}`,
    owner: index % 2 === 0 ? 'team-a' : 'team-b',
    tags: index % 3 === 0 ? ['java', 'data'] : ['go'],
    size: index,
  }))
}

function show(props: Partial<DataTableProps<Service>>) {
  return renderKit(<DataTable label="Services" columns={columns} rows={services(6)} rowKey={row => row.name} {...props} />)
}

function namesShown(): (string | null | undefined)[] {
  return screen
    .getAllByRole('row')
    .slice(1)
    .map(row => within(row).queryAllByRole('cell')[0]?.textContent)
    .filter(Boolean)
}

afterEach(cleanup)

test('a column has its styles on the title and the cells [UI-21]', () => {
  show({})
  expect(screen.getByRole('columnheader', { name: /Owner/ }).style.width).toBe('200px')
  expect(screen.getAllByText('team-a')[0]?.style.fontStyle).toBe('italic')
})

test('a title sorts, and says so', async () => {
  const user = userEvent.setup()
  show({})
  const sort = screen.getByRole('button', { name: 'Size' })
  await user.click(sort)
  await user.click(sort)
  expect(screen.getByRole('columnheader', { name: /Size/ }).getAttribute('aria-sort')).toBe('descending')
  expect(namesShown()).toEqual(['service-5', 'service-4', 'service-3', 'service-2', 'service-1', 'service-0'])
})

test('the filter panel opens and closes, narrows by several values, and empties with Clear all [UI-17] [UI-22] [UI-33] [UI-43] [UI-44] [UI-45]', async () => {
  const user = userEvent.setup()
  const states: TableState[] = []
  show({
    filters: [
      { type: 'multiple-select', column: 'Owner' },
      { type: 'multiple-select', column: 'Tags' },
    ],
    onStateChange: state => states.push(state),
  })
  const toggle = screen.getByRole('button', { name: 'Filter' })
  expect(screen.queryByRole('region', { name: 'Filters' })).toBeNull()
  await user.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  const panel = within(screen.getByRole('region', { name: 'Filters' }))
  const owner = panel.getByRole('combobox', { name: 'Owner' })
  expect(owner.getAttribute('placeholder')).toBe('All results')
  await user.click(owner)
  await user.click(await screen.findByRole('option', { name: 'team-a' }))
  const tags = panel.getByRole('combobox', { name: 'Tags' })
  await user.click(tags)
  await user.click(await screen.findByRole('option', { name: 'java' }))
  expect(namesShown()).toEqual(['service-0'])
  expect(states.at(-1)).toMatchObject({ filtersOpen: true, filters: { Owner: ['team-a'], Tags: ['java'] } })
  await user.click(panel.getByRole('button', { name: 'Clear all' }))
  expect(namesShown()).toHaveLength(6)
  expect(states.at(-1)?.filters).toEqual({})
  await user.click(toggle)
  expect(screen.queryByRole('region', { name: 'Filters' })).toBeNull()
})

test('search text, open panel and filters are reported on every change and restored [UI-23]', async () => {
  const user = userEvent.setup()
  let saved: unknown
  const props = {
    search: true,
    filters: [{ type: 'multiple-select', column: 'Owner' }] as const,
    onStateChange: (state: TableState) => (saved = state),
  }
  show(props)
  await user.type(screen.getByRole('searchbox'), 'service-1')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  expect(saved).toMatchObject({ search: 'service-1', filtersOpen: true })
  cleanup()
  show({ ...props, savedState: JSON.parse(JSON.stringify(saved)) })
  expect(namesShown()).toEqual(['service-1'])
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('service-1')
  expect(screen.getByRole('region', { name: 'Filters' })).toBeTruthy()
})

test('active filters stand above a closed panel and can be removed one by one', async () => {
  const user = userEvent.setup()
  show({ filters: [{ type: 'multiple-select', column: 'Owner' }], savedState: { filters: { Owner: ['team-a', 'team-b'] } } })
  await user.click(screen.getByRole('button', { name: 'Remove Owner team-b' }))
  expect(namesShown()).toEqual(['service-0', 'service-2', 'service-4'])
})

test('a loading table shows a spinner, with the rows it had [UI-34]', async () => {
  const { update } = show({ rows: [], loading: true })
  expect(await screen.findByText('Loading')).toBeTruthy()
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByText('No records to display')).toBeNull()
  update(<DataTable label="Services" columns={columns} rows={services(2)} rowKey={row => row.name} loading />)
  expect(namesShown()).toHaveLength(2)
  expect(screen.getByText('Loading')).toBeTruthy()
})

test('a table that failed says why and can be retried', async () => {
  const retry = vi.fn<() => void>()
  show({ rows: [], error: <ErrorPanel title="The catalog does not answer" onRetry={retry} /> })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByRole('alert').textContent).toContain('The catalog does not answer')
  expect(retry).toHaveBeenCalledOnce()
})

test('rows that are all here page past twenty, in 20, 50 or 100 rows [UI-47]', async () => {
  const user = userEvent.setup()
  const { update } = show({ rows: services(20), paging: { form: 'client' } })
  expect(screen.queryByText('rows')).toBeNull()
  update(<DataTable label="Services" columns={columns} rows={services(120)} rowKey={row => row.name} paging={{ form: 'client' }} />)
  expect(screen.getByText('1-20 of 120')).toBeTruthy()
  expect(screen.getByText('rows')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(screen.getByText('21-40 of 120')).toBeTruthy()
  expect(namesShown()[0]).toBe('service-20')
  const sizes = screen.getByRole('combobox', { name: 'Rows per page' })
  await user.click(sizes)
  await screen.findByRole('option', { name: '100' })
  expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual(['20', '50', '100'])
  await user.click(screen.getByRole('option', { name: '100' }))
  await user.click(screen.getByRole('button', { name: 'Last page' }))
  expect(screen.getByText('101-120 of 120')).toBeTruthy()
})

test('rows by offset page in 5 to 100, and rows by cursor only back and forth [UI-47]', async () => {
  const user = userEvent.setup()
  const onChange = vi.fn<(page: { offset: number; limit: number }) => void>()
  show({ remote: true, paging: { form: 'offset', offset: 40, limit: 20, count: 1234, onChange } })
  expect(screen.getByText(`41-60 of ${(1234).toLocaleString()}`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  await user.click(screen.getByRole('button', { name: 'Last page' }))
  await user.click(screen.getByRole('combobox'))
  await screen.findByRole('option', { name: '50' })
  expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual(['5', '10', '20', '50', '100'])
  await user.click(screen.getByRole('option', { name: '50' }))
  expect(onChange.mock.calls.map(([page]) => page)).toEqual([
    { offset: 20, limit: 20 },
    { offset: 1220, limit: 20 },
    { offset: 0, limit: 50 },
  ])
  cleanup()
  const onNext = vi.fn<() => void>()
  show({ remote: true, paging: { form: 'cursor', offset: 6, count: 12, onNext } })
  expect(screen.getByText('7-12 of 12')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(onNext).toHaveBeenCalledOnce()
})

test('a remote table shows rows as they come and reports what to request', async () => {
  const user = userEvent.setup()
  const states: TableState[] = []
  show({ remote: true, search: true, onStateChange: state => states.push(state) })
  await user.click(screen.getByRole('button', { name: 'Size' }))
  await user.type(screen.getByRole('searchbox'), 'zzz')
  expect(namesShown()).toHaveLength(6)
  await waitFor(() => expect(states.at(-1)).toMatchObject({ search: 'zzz', sort: { column: 'Size', descending: false } }))
  expect(states).toHaveLength(2)
})

test('rows are selected one by one and all at once', async () => {
  const user = userEvent.setup()
  function Selecting() {
    const [selected, onChange] = useState<ReadonlySet<Key>>(new Set())
    return <DataTable label="Services" columns={columns} rows={services(3)} rowKey={row => row.name} selection={{ selected, onChange }} />
  }
  renderKit(<Selecting />)
  await user.click(screen.getByRole('checkbox', { name: 'Select row service-1' }))
  expect(screen.getByText('1 selected')).toBeTruthy()
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' })
  expect(all.indeterminate).toBe(true)
  await user.click(all)
  expect(screen.getByText('3 selected')).toBeTruthy()
  await user.click(all)
  expect(screen.queryByText(/selected/)).toBeNull()
})

test('columns are chosen in the menu, the first one always stays, and row actions stand under Actions [UI-46]', async () => {
  const user = userEvent.setup()
  show({ columnChooser: true, actions: row => <button type="button">Open {row.name}</button> })
  expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Table options' }))
  const owner = await screen.findByRole('menuitemcheckbox', { name: 'Owner' })
  expect(screen.getByRole<HTMLButtonElement>('menuitemcheckbox', { name: 'Name' }).disabled).toBe(true)
  await user.click(owner)
  expect(screen.queryByRole('columnheader', { name: /Owner/ })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Reset columns' }))
  expect(screen.getByRole('columnheader', { name: /Owner/ })).toBeTruthy()
})

test('an edge moved by the arrow keys is reported as a width', () => {
  const onStateChange = vi.fn<(state: TableState) => void>()
  show({ onStateChange })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Resize Owner' }), { key: 'ArrowRight' })
  expect(onStateChange.mock.calls[0]?.[0].widths['Owner']).toBeGreaterThanOrEqual(48)
})

test('past two hundred rows only those in view are drawn at first, and the total is announced', async () => {
  const { update } = show({ rows: services(200) })
  expect(namesShown()).toHaveLength(200)
  update(<DataTable label="Services" columns={columns} rows={services(10_000)} rowKey={row => row.name} />)
  expect(namesShown().length).toBeLessThan(60)
  const last = () => screen.getAllByRole('row').at(-1)?.getAttribute('aria-rowindex')
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
  await waitFor(() => {
    screen.getByRole('table').parentElement!.scrollTo({ top: 10_000 * 36 })
    expect(last()).toBe('10001')
  })
  expect(namesShown().length).toBeLessThanOrEqual(80)
})

test('rows around those in view are drawn while the browser is idle, in blocks, about a thousand at most', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const of = (owner: string, count: number) => services(count).map(service => ({ ...service, owner }))
  const { update } = show({ rows: of('team-a', 2000) })
  // Finding so many by their roles would take minutes.
  const drawn = () => [...document.querySelectorAll<HTMLElement>('tbody[role=rowgroup] > tr[role=row]')]
  await waitFor(() => {
    act(() => idle.splice(0).forEach(run => run()))
    expect(drawn()).toHaveLength(520)
  })
  expect(drawn().map(row => row.getAttribute('aria-rowindex'))).toEqual(drawn().map((_, at) => String(at + 2)))
  expect([document.querySelectorAll('tbody[role=rowgroup]').length, idle.length]).toEqual([26, 0])
  update(<DataTable label="Services" columns={columns} rows={of('team-b', 300)} rowKey={row => row.name} />)
  await waitFor(() => expect(drawn().map(row => row.children[1]?.textContent)).toEqual(Array.from({ length: 300 }, () => 'team-b')))
  vi.unstubAllGlobals()
})

test('no matches of search or filters is distinguished from no rows', () => {
  show({ search: true, savedState: { search: 'zzz' } })
  expect(screen.getByText('Nothing matches')).toBeTruthy()
})
