import { answer, renderPage } from '@portico/core/testing/web'
import { defineWebPlugin } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'
import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formFields } from '../slots.ts'
import type { FormFieldProps } from './form-field.ts'
import { createOpenWizard, pagesOf, reviewButton } from '../testing/wizard-fixture.ts'

const openWizard = createOpenWizard(renderPage, answer)

const good = { title: 'Good', type: 'string' }

test.each<[string, object, RegExp]>([
  [
    'a type that does not exist',
    { properties: { good, bad: { title: 'Bad', type: 'strnig' } } },
    /#\/properties\/bad: .*strnig.* is not a type/,
  ],
  [
    'properties that are no object',
    { properties: { good, bad: { title: 'Bad', type: 'object', properties: 'x' } } },
    /#\/properties\/bad: 'properties' is an object/,
  ],
  ['an empty enum', { properties: { good, bad: { title: 'Bad', type: 'string', enum: [] } } }, /'enum' is a list of at least one value/],
  ['an enum that is no list', { properties: { good, bad: { title: 'Bad', type: 'string', enum: 'a' } } }, /#\/properties\/bad: 'enum'/],
  ['a pattern that is none', { properties: { good, bad: { title: 'Bad', type: 'string', pattern: '(' } } }, /'\(' is not a pattern/],
  ['a reference that leads nowhere', { properties: { good, bad: { $ref: '#/$defs/none' } } }, /leads nowhere/],
  ['a schema that refers to itself', { properties: { good, bad: { allOf: [{ $ref: '#/properties/bad' }] } } }, /refers to itself/],
  ['required that is no list', { required: 'good', properties: { good } }, /'required' is a list of names/],
  ['a property that is no schema', { properties: { good, bad: 7 } }, /#\/properties\/bad: a schema is an object/],
  ['a oneOf without ways', { properties: { good, bad: { title: 'Bad', oneOf: [] } } }, /'oneOf' is a list of at least one schema/],
  [
    'a widget that does not exist',
    { properties: { good, bad: { title: 'Bad', type: 'string', 'ui:widget': 'slider' } } },
    /#\/bad: there is no widget 'slider'/,
  ],
  ['a layout that does not exist', { 'ui:ObjectFieldTemplate': 'Grid', properties: { good } }, /#: there is no layout 'Grid'/],
  ['an order that is no list', { 'ui:order': 'good', properties: { good } }, /'ui:order' is a list of names/],
  [
    'options that are no object',
    { properties: { good, bad: { title: 'Bad', type: 'string', 'ui:options': 'rows' } } },
    /#\/bad: 'ui:options' is an object/,
  ],
])('%s is said with its path, and the rest of the page works', async (_name, page, message) => {
  const { screen, user, requests } = openWizard({ schema: pagesOf([page as Record<string, unknown>]) })
  const note = await screen.findByRole('note', { name: 'The template has mistakes on this page. The rest of it can be used.' })
  expect(note.textContent).toMatch(message)
  await user.type(screen.getByRole('textbox', { name: /^Good/ }), 'fine')
  await user.click(reviewButton())
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Task task-1')).toBeTruthy()
  const created = requests.find(({ method, path }) => method === 'POST' && path === '/v2/tasks')
  expect(created?.body).toMatchObject({ values: { good: 'fine' } })
})

test('faults of real templates open: a default outside its enum, a name required twice, an order with names that do not exist, no type', async () => {
  const { screen } = openWizard({
    schema: pagesOf([
      {
        required: ['good', 'good'],
        'ui:order': ['none', 'good'],
        properties: { good, other: { title: 'Other', type: 'string', enum: ['a'], default: 'z' }, free: { title: 'Free' } },
      },
    ]),
  })
  expect(await screen.findByRole('textbox', { name: /^Good/ })).toBeTruthy()
  expect((screen.getByRole('combobox', { name: 'Other' }) as HTMLInputElement).value).toBe('z')
  expect(screen.getByRole('textbox', { name: 'Free' })).toBeTruthy()
})

test('a field that nobody provides is a plain one with a warning, and keeps its value', async () => {
  const { screen } = openWizard({
    schema: pagesOf([{ properties: { it: { title: 'It', type: 'string', default: 'kept', 'ui:field': 'AcmePicker' } } }]),
  })
  expect(((await screen.findByRole('textbox', { name: 'It' })) as HTMLInputElement).value).toBe('kept')
  expect(screen.getByText('No plugin provides the field AcmePicker, so a plain field is shown.')).toBeTruthy()
})

const Broken = () => {
  throw new Error('broken field')
}
const broken = defineWebPlugin({
  id: 'broken',
  fills: [formFields.fill({ name: 'Broken', load: async () => ({ View: Broken as unknown as (props: FormFieldProps) => undefined }) })],
})

test('a field of a plugin that throws costs itself only', async () => {
  const { screen } = openWizard({
    schema: pagesOf([{ properties: { bad: { title: 'Bad', type: 'string', 'ui:field': 'Broken' }, good } }]),
    plugins: [broken],
  })
  expect(await screen.findByRole('textbox', { name: 'Good' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('broken field')
})

test('HTML in titles and descriptions is text, Markdown in descriptions is not', async () => {
  const evil = '<img src=x onerror="alert(1)">'
  const { screen } = openWizard({
    schema: {
      ...pagesOf([{ properties: { it: { title: evil, type: 'string', description: `${evil} **bold**`, 'ui:help': evil } } }]),
      title: evil,
      description: evil,
    },
  })
  expect(await screen.findByRole('textbox', { name: evil })).toBeTruthy()
  expect((await screen.findByText('bold')).tagName).toBe('STRONG')
  expect(document.querySelector('img[src="x"]')).toBeNull()
})

test('5,000 options are found by typing, and only those in view are drawn', async () => {
  const values = Array.from({ length: 5000 }, (_, at) => `value-${at}`)
  const { screen, user, requests } = openWizard({
    schema: pagesOf([{ properties: { it: { title: 'It', type: 'string', enum: values } } }]),
  })
  const input = await screen.findByRole('combobox', { name: 'It' })
  await user.click(input)
  expect((await screen.findAllByRole('option')).length).toBeLessThan(150)
  fireEvent.change(input, { target: { value: 'value-4321' } })
  await user.click(await screen.findByRole('option', { name: 'value-4321' }))
  await user.click(reviewButton())
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByText('Task task-1')
  expect(requests.find(({ method, path }) => method === 'POST' && path === '/v2/tasks')?.body).toMatchObject({
    values: { it: 'value-4321' },
  })
})

test('a form that cannot be loaded says why, and is loaded again', async () => {
  let isAway = true
  const { screen, user } = openWizard({
    schema: pagesOf([]),
    answers: [
      answer(scaffolderApi.getParameterSchema, () =>
        isAway ? new Response('gone fishing', { status: 500 }) : pagesOf([{ properties: { good } }]),
      ),
    ],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load the form')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('textbox', { name: 'Good' })).toBeTruthy()
})
