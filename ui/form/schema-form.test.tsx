import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { hasMistake, SchemaForm, toFormValues, UiProvider, type FormSchema } from '../index.ts'

afterEach(cleanup)

const schema = {
  type: 'object',
  properties: {
    title: { type: 'string', title: 'Title', description: 'Shown above', maxLength: 20 },
    mood: { type: 'string', title: 'Mood', enum: ['calm', 'loud'], enumTitles: ['Calm', 'Loud'], default: 'calm' },
    limit: { type: 'integer', title: 'Limit', minimum: 1, maximum: 9, default: 3 },
    isOpen: { type: 'boolean', title: 'Open', default: true },
    links: {
      type: 'array',
      title: 'Links',
      maxItems: 2,
      items: {
        type: 'object',
        properties: { title: { type: 'string', title: 'Name' }, url: { type: 'string', title: 'Address', format: 'uri' } },
      },
    },
    zone: { type: 'string', title: 'Zone', format: 'time-zone', default: 'UTC' },
  },
} as const satisfies FormSchema

test('values that fit are kept, everything else becomes its default', () => {
  const empty = { title: '', mood: 'calm', limit: 3, isOpen: true, links: [], zone: 'UTC' }
  for (const given of [undefined, null, 'text', [], { title: 7, mood: 'sad', limit: 4.5, isOpen: 'no', links: { 0: {} }, more: 1 }]) {
    expect(toFormValues(schema, given)).toEqual(empty)
  }
  expect(toFormValues(schema, { title: 'x'.repeat(21), limit: 10 })).toEqual(empty)
  const links = [{ title: 'A', url: '/a', extra: 1 }, 'none', { url: 3 }, { title: 'C' }]
  expect(toFormValues(schema, { mood: 'loud', isOpen: false, links })).toEqual({
    ...empty,
    mood: 'loud',
    isOpen: false,
    links: [
      { title: 'A', url: '/a' },
      { title: '', url: '' },
    ],
  })
})

test('a form shows its fields by label, and says what is wrong', async () => {
  const user = userEvent.setup()
  let values: Readonly<Record<string, unknown>> = toFormValues(schema, {})
  function Form() {
    const [shown, setShown] = useState(values)
    values = shown
    return <SchemaForm schema={schema} values={shown} onChange={setShown} />
  }
  render(
    <UiProvider scheme="light" env="test">
      <Form />
    </UiProvider>,
  )
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Mine')
  await user.click(screen.getByRole('radio', { name: 'Loud' }))
  await user.click(screen.getByRole('switch', { name: 'Open' }))
  const limit = screen.getByRole('spinbutton', { name: 'Limit' })
  await user.clear(limit)
  await user.type(limit, '12')
  expect(screen.getByText('A whole number from 1 to 9')).toBeTruthy()
  expect(hasMistake(schema, values)).toBe(true)
  await user.clear(limit)
  await user.type(limit, '5')

  await user.click(screen.getByRole('button', { name: 'Add a row' }))
  await user.type(screen.getByRole('textbox', { name: 'Address' }), 'javascript:alert(1)')
  expect(screen.getByText(/^This address cannot be used/)).toBeTruthy()
  expect(hasMistake(schema, values)).toBe(true)
  await user.clear(screen.getByRole('textbox', { name: 'Address' }))
  await user.type(screen.getByRole('textbox', { name: 'Address' }), 'https://example.com')
  await user.clear(screen.getByRole('textbox', { name: 'Zone' }))
  await user.type(screen.getByRole('textbox', { name: 'Zone' }), 'Europe/Atlantis')
  expect(screen.getByText(/^There is no such time zone/)).toBeTruthy()
  await user.clear(screen.getByRole('textbox', { name: 'Zone' }))
  expect(hasMistake(schema, values)).toBe(false)
  expect(values).toEqual({
    title: 'Mine',
    mood: 'loud',
    limit: 5,
    isOpen: false,
    links: [{ title: '', url: 'https://example.com' }],
    zone: '',
  })

  await user.click(screen.getByRole('button', { name: 'Add a row' }))
  expect(screen.queryByRole('button', { name: 'Add a row' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove row 1' }))
  expect(values['links']).toEqual([{ title: '', url: '' }])
})
