import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  ChipList,
  CopyButton,
  DataTable,
  ErrorPanel,
  PageHeader,
  Status,
  StructuredMetadata,
  TextProvider,
  UiProvider,
  type StatusKind,
} from './index.ts'

beforeAll(() => {
  window.matchMedia = media =>
    Object.assign(new EventTarget(), { matches: false, media, onchange: null, addListener() {}, removeListener() {} })
})
afterEach(cleanup)

function show(node: ReactNode) {
  return render(
    <UiProvider scheme="light" env="test">
      {node}
    </UiProvider>,
  )
}

const columns = [
  { title: 'Name', cell: (row: { name: string; size: number }) => row.name },
  { title: 'Size', align: 'end' as const, cell: (row: { name: string; size: number }) => row.size },
]

test('a table has a name, column headers and one row per item', () => {
  show(
    <DataTable
      label="Files"
      columns={columns}
      rows={[
        { name: 'a', size: 1 },
        { name: 'b', size: 2 },
      ]}
      rowKey={row => row.name}
    />,
  )
  const table = screen.getByRole('table', { name: 'Files' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(header => header.textContent),
  ).toEqual(['Name', 'Size'])
  expect(
    within(table)
      .getAllByRole('row')
      .map(row => row.textContent),
  ).toEqual(['NameSize', 'a1', 'b2'])
})

test('a table without rows shows the given empty content, else that there are no records [UI-35] [UI-40]', () => {
  show(<DataTable label="Files" columns={columns} rows={[]} rowKey={row => row.name} />)
  expect(screen.getByText('No records to display')).toBeTruthy()
  cleanup()
  show(<DataTable label="Files" columns={columns} rows={[]} rowKey={row => row.name} empty="Upload the first file" />)
  expect(screen.getByText('Upload the first file')).toBeTruthy()
  expect(screen.queryByText('No records to display')).toBeNull()
})

test('every status says its word, or the words it is given', () => {
  const words: Record<StatusKind, string> = {
    ok: 'OK',
    warning: 'Warning',
    error: 'Error',
    running: 'Running',
    pending: 'Pending',
    aborted: 'Aborted',
    info: 'Info',
    unknown: 'Unknown',
  }
  for (const [kind, word] of Object.entries(words)) {
    show(<Status kind={kind as StatusKind} />)
    expect(screen.getByText(word)).toBeTruthy()
  }
  show(<Status kind="ok">All fine</Status>)
  expect(screen.getByText('All fine')).toBeTruthy()
})

test('copying says so for a second, and a failure too [UI-42] [UI-49]', async () => {
  const user = userEvent.setup()
  show(<CopyButton value="secret words" />)
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(written).toHaveBeenCalledWith('secret words')
  expect((await screen.findByText('Text copied to clipboard')).getAttribute('role')).toBe('status')
  const copiedAt = performance.now()
  await waitFor(() => expect(screen.queryByText('Text copied to clipboard')).toBeNull())
  expect(performance.now() - copiedAt).toBeGreaterThan(700)
  written.mockRejectedValueOnce(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByText('Could not copy')).toBeTruthy()
})

test('an error panel is an alert that can be retried and unfolded', async () => {
  const user = userEvent.setup()
  const retry = vi.fn<() => void>()
  show(<ErrorPanel title="It failed" message="The disk is full" details="at disk.ts:3" onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toContain('The disk is full')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledOnce()
  const toggle = screen.getByRole('button', { name: 'Show more details' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  await user.click(toggle)
  expect(screen.getByRole('button', { name: 'Show less details' }).getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByText('at disk.ts:3').hidden).toBe(false)
})

test('structured metadata shows lists, objects and booleans, and leaves out what is undefined', () => {
  show(
    <StructuredMetadata facts={{ owner: 'team-a', tags: ['x', 'y'], limits: { cpu: 2 }, live: true, nothing: undefined, empty: null }} />,
  )
  expect(screen.getAllByRole('term').map(term => term.textContent)).toEqual(['owner', 'tags', 'limits', 'cpu', 'live', 'empty'])
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(['x', 'y'])
  expect(screen.getByText('true')).toBeTruthy()
})

test('a page header shows title and subtitle [UI-08]', () => {
  show(<PageHeader title="Payments" subtitle="Takes the money" />)
  expect(screen.getByRole('heading', { level: 1, name: 'Payments' })).toBeTruthy()
  expect(screen.getByText('Takes the money')).toBeTruthy()
})

test('the kit is translated message by message', () => {
  const german: Record<string, string> = { 'ui.statusRunning': 'Läuft' }
  show(
    <TextProvider lookup={(catalogue, key) => german[`${catalogue}.${key}`]}>
      <Status kind="running" />
      <Status kind="error" />
    </TextProvider>,
  )
  expect(screen.getByText('Läuft')).toBeTruthy()
  expect(screen.getByText('Error')).toBeTruthy()
})

test('chips are whole: in a single line as many as its letters allow, the rest behind "+n"; the first in any case', () => {
  const items = ['infrastructure-as-code', 'event-driven', 'kotlin']
  const shown = () => screen.getAllByRole('listitem').map(item => item.textContent)
  const { rerender } = show(<ChipList items={items} maxLength={24} />)
  expect(shown()).toEqual(['infrastructure-as-code', '+2'])
  const again = (node: ReactNode) =>
    rerender(
      <UiProvider scheme="light" env="test">
        {node}
      </UiProvider>,
    )
  again(<ChipList items={items} max={2} maxLength={60} />)
  expect(shown()).toEqual(['infrastructure-as-code', 'event-driven', '+1'])
  again(<ChipList items={items} />)
  expect(shown()).toEqual(items)
})
