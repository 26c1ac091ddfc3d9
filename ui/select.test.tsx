import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { SegmentedControl, Select } from './index.ts'
import { renderKit } from './testing/render-kit.tsx'

afterEach(cleanup)

const fruits = ['Apple', 'Banana', 'Blueberry', 'Cherry'].map(label => ({ value: label.toLowerCase(), label }))

function Fruit() {
  const [value, setValue] = useState('banana')
  return <Select label="Fruit" value={value} options={fruits} onChange={setValue} />
}

/** The field, what it shows, and which option of the open list the keys have reached. */
function open() {
  const user = userEvent.setup()
  renderKit(<Fruit />)
  const field = screen.getByRole('combobox', { name: 'Fruit' })
  const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { user, field, active }
}

test('a select shows its value, and a click chooses another', async () => {
  const { user, field } = open()
  expect([field.textContent, field.getAttribute('aria-expanded')]).toEqual(['Banana', 'false'])
  await user.click(field)
  const list = await screen.findByRole('listbox', { name: 'Fruit' })
  expect(within(list).getByRole('option', { selected: true }).textContent).toBe('Banana')
  await user.click(within(list).getByRole('option', { name: 'Cherry' }))
  expect([field.textContent, field.getAttribute('aria-expanded')]).toEqual(['Cherry', 'false'])
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('the keys of a select: arrows, Home and End move, Enter and the space bar choose, Escape leaves it as it was', async () => {
  const { user, field, active } = open()
  await user.tab()
  expect(document.activeElement).toBe(field)
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('listbox')
  expect(active()).toBe('Banana')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toBe('Cherry')
  await user.keyboard('{ArrowDown}{Home}')
  expect(active()).toBe('Apple')
  await user.keyboard('{End}{Escape}')
  expect([field.textContent, screen.queryByRole('listbox')]).toEqual(['Banana', null])
  await user.keyboard('{Enter}{ArrowUp}{Enter}')
  expect([field.textContent, document.activeElement]).toEqual(['Apple', field])
  await user.keyboard('[Space]{End}[Space]')
  expect(field.textContent).toBe('Cherry')
})

test('typing finds an option by its first letters, and one letter again the next that begins with it', async () => {
  const { user, field, active } = open()
  field.focus()
  await user.keyboard('c')
  await screen.findByRole('listbox')
  expect(active()).toBe('Cherry')
  await user.keyboard('{Enter}')
  cleanup()
  const again = open()
  again.field.focus()
  await again.user.keyboard('blu{Enter}')
  expect(again.field.textContent).toBe('Blueberry')
  cleanup()
  const repeated = open()
  repeated.field.focus()
  await repeated.user.keyboard('bb')
  expect(repeated.active()).toBe('Banana')
})

test('segments are a radio group with its label: arrows move the choice, and a sign is read as its label', async () => {
  const user = userEvent.setup()
  function Depth() {
    const [value, setValue] = useState('1')
    const segments = [
      { value: '1', label: '1' },
      { value: 'all', label: 'All levels', sign: '∞' },
    ]
    return <SegmentedControl label="Depth" segments={segments} value={value} onChange={setValue} />
  }
  renderKit(<Depth />)
  const group = within(screen.getByRole('radiogroup', { name: 'Depth' }))
  await user.tab()
  expect(document.activeElement).toBe(group.getByRole('radio', { name: '1', checked: true }))
  await user.keyboard('{ArrowRight}')
  expect(group.getByRole('radio', { name: 'All levels', checked: true })).toBe(document.activeElement)
  expect(screen.getByText('∞')).toBeTruthy()
})
