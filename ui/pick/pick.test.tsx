import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Autocomplete, fromList, MultiSelect, type LoadOptions, type Option, type OptionPage } from '../index.ts'
import { renderKit } from '../testing/render-kit.tsx'

afterEach(cleanup)

const pageSize = 20

/** A fake server with 100,000 teams that records its requests. */
function createServer() {
  const asked: string[] = []
  const load: LoadOptions = ({ text, cursor }) => {
    asked.push(`${text}@${cursor ?? 'start'}`)
    const from = Number(cursor ?? 0)
    const found = Array.from({ length: 100_000 }, (_, index) => `team-${index}`).filter(name => name.includes(text))
    const items = found.slice(from, from + pageSize).map(name => ({ value: name, label: name }))
    return Promise.resolve({ items, ...(from + pageSize < found.length && { cursor: String(from + pageSize) }) })
  }
  return { asked, load }
}

function One({ load, onPick }: { load: LoadOptions; onPick?: (option: Option | undefined) => void }) {
  const [value, setValue] = useState<Option>()
  return (
    <Autocomplete
      label="Owner"
      load={load}
      value={value}
      onChange={next => {
        setValue(next)
        onPick?.(next)
      }}
    />
  )
}

test('nothing is requested before the list is open; then one page, and more only near its end', async () => {
  const user = userEvent.setup()
  const { load, asked } = createServer()
  renderKit(<One load={load} />)
  expect(asked).toEqual([])
  await user.click(screen.getByRole('combobox', { name: 'Owner' }))
  expect(await screen.findByRole('option', { name: 'team-0' })).toBeTruthy()
  await waitFor(() => expect(asked.slice(0, 2)).toEqual(['@start', '@20']))
  const list = screen.getByRole('listbox')
  await waitFor(() => expect(list.getAttribute('aria-busy')).toBeNull())
  expect(asked.length).toBeLessThan(8)
})

test('typing is debounced, arrows and Enter choose, and the choice is shown', async () => {
  const user = userEvent.setup()
  const { load, asked } = createServer()
  const picked = vi.fn<(option: Option | undefined) => void>()
  renderKit(<One load={load} onPick={picked} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Owner' })
  await user.click(field)
  await screen.findByRole('option', { name: 'team-0' })
  await user.type(field, '4242')
  const found = await screen.findByRole('option', { name: 'team-4242' })
  expect(asked.filter(question => question.startsWith('4') && question.endsWith('@start'))).toEqual(['4242@start'])
  expect(field.getAttribute('aria-activedescendant')).toBe(found.id)
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}')
  expect(picked).toHaveBeenCalledWith({ value: 'team-4242', label: 'team-4242' })
  expect(field.value).toBe('team-4242')
  expect(field.getAttribute('aria-expanded')).toBe('false')
  await user.click(screen.getByRole('button', { name: 'Remove team-4242' }))
  expect(field.value).toBe('')
})

test('an answer to an older request does not replace a newer one', async () => {
  const user = userEvent.setup()
  const answers = new Map<string, (page: OptionPage) => void>()
  const load: LoadOptions = ({ text }) => new Promise(resolve => answers.set(text, resolve))
  renderKit(<One load={load} />)
  const field = screen.getByRole('combobox', { name: 'Owner' })
  await user.click(field)
  await waitFor(() => expect(answers.has('')).toBe(true))
  await user.type(field, 'x')
  await waitFor(() => expect(answers.has('x')).toBe(true))
  answers.get('x')?.({ items: [{ value: 'new', label: 'new' }] })
  expect(await screen.findByRole('option', { name: 'new' })).toBeTruthy()
  answers.get('')?.({ items: [{ value: 'old', label: 'old' }] })
  await waitFor(() => expect(screen.queryByRole('option', { name: 'old' })).toBeNull())
  expect(screen.getByRole('option', { name: 'new' })).toBeTruthy()
})

test('an empty result and a failure are shown, and a failure can be retried', async () => {
  const user = userEvent.setup()
  let failing = true
  const load: LoadOptions = () => (failing ? Promise.reject(new Error('down')) : Promise.resolve({ items: [] }))
  renderKit(<One load={load} />)
  const field = screen.getByRole('combobox', { name: 'Owner' })
  await user.click(field)
  expect(await screen.findByText('Could not load the options')).toBeTruthy()
  failing = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('There is nothing to choose from')).toBeTruthy()
  await user.type(field, 'zzz')
  expect(await screen.findByText('Nothing found')).toBeTruthy()
})

test('several are chosen and unchosen; Backspace takes the last away', async () => {
  const user = userEvent.setup()
  const load = fromList(['a', 'b', 'c'])
  function Several() {
    const [values, onChange] = useState<readonly Option[]>([])
    return <MultiSelect label="Tags" load={load} values={values} onChange={onChange} />
  }
  renderKit(<Several />)
  const field = screen.getByRole('combobox', { name: 'Tags' })
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: 'a' }))
  await user.click(await screen.findByRole('option', { name: 'c' }))
  expect(screen.getByRole('listbox').getAttribute('aria-multiselectable')).toBe('true')
  expect(screen.getByRole('option', { name: 'c' }).getAttribute('aria-selected')).toBe('true')
  await user.click(screen.getByRole('option', { name: 'a' }))
  expect(screen.queryByRole('button', { name: 'Remove a' })).toBeNull()
  await user.type(field, '{Backspace}')
  expect(screen.queryByRole('button', { name: 'Remove c' })).toBeNull()
  await user.keyboard('{Escape}')
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

test('a local list is matched by every word, page by page', async () => {
  const load = fromList([
    { value: 'x', label: 'Ada Lovelace', hint: 'user:default/ada' },
    ...Array.from({ length: 150 }, (_, index) => `item ${index}`),
  ])
  const { signal } = new AbortController()
  expect((await load({ text: 'love ADA', signal })).items.map(({ value }) => value)).toEqual(['x'])
  const first = await load({ text: 'item', signal })
  expect([first.items.length, first.cursor]).toEqual([100, '100'])
  const second = await load({ text: 'item', signal, cursor: '100' })
  expect([second.items.length, second.cursor]).toEqual([50, undefined])
})
