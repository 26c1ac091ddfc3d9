import { answer, renderPage } from '@portico/core/testing/web'
import { defineWebPlugin, featureFlagsApiRef } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'
import { act, within } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import type { FormFieldProps, FormLayoutProps } from '../form/form-field.ts'
import { useFormSecrets, useFormValue } from '../form/form-values.tsx'
import { formDecorators, formFields, formLayouts } from '../slots.ts'
import { createOpenWizard, pagesOf, plan, reviewButton } from '../testing/wizard-fixture.ts'

const openWizard = createOpenWizard(renderPage, answer)

function Greeting({ id, value, onChange }: FormFieldProps<string>) {
  const name = useFormValue('name')
  const { setSecret } = useFormSecrets()
  return (
    <button
      id={id}
      type="button"
      onClick={() => {
        onChange(`hello ${String(name)}`)
        setSecret('GREETED', 'yes')
      }}
    >
      {value ?? 'greet'}
    </button>
  )
}

function Columns({ title, properties }: FormLayoutProps) {
  return (
    <section aria-label={`Columns ${title}`}>
      {properties.map(({ name, content }) => (
        <div key={name}>{content}</div>
      ))}
    </section>
  )
}

let isTaken = true
const greetings = defineWebPlugin({
  id: 'greetings',
  fills: [
    formFields.fill({
      name: 'Greeting',
      load: async () => ({
        View: Greeting,
        validate: async (value, { addError, values }) => {
          await Promise.resolve()
          if (isTaken) addError(`${String(value)} is taken, ${String(values['name'])}`)
        },
      }),
    }),
    formLayouts.fill({ name: 'Columns', load: async () => ({ Layout: Columns }) }),
    formDecorators.fill({
      name: 'sign',
      decorate: async ({ values, secrets }, { input }) => ({
        values: { ...values, signedBy: input['by'] },
        secrets: { ...secrets, SIGNATURE: 'x' },
      }),
    }),
  ],
})

const name = { title: 'Name', type: 'string' }

test('plugins bring fields with checks of their own, layouts, and decorators that complete a form', async () => {
  isTaken = true
  const { screen, user, requests } = openWizard({
    schema: pagesOf(
      [{ 'ui:ObjectFieldTemplate': 'Columns', properties: { name, hi: { title: 'Hi', type: 'string', 'ui:field': 'Greeting' } } }],
      {
        formDecorators: [{ id: 'sign', input: { by: 'jane' } }, { id: 'unknown' }],
      },
    ),
    plugins: [greetings],
  })
  const columns = within(await screen.findByRole('region', { name: /^Columns/ }))
  await user.type(columns.getByRole('textbox', { name: 'Name' }), 'pay')
  await user.click(columns.getByRole('button', { name: 'Hi' }))
  expect(screen.getByText(/form decorator unknown, which no plugin provides/)).toBeTruthy()
  await user.click(reviewButton())
  expect(await screen.findByText(/hello pay is taken, pay/)).toBeTruthy()
  // What was said about another answer is not said about this one.
  isTaken = false
  await user.type(columns.getByRole('textbox', { name: 'Name' }), 's')
  await user.click(columns.getByRole('button', { name: 'Hi' }))
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(reviewButton())
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  await screen.findByText('Task task-1')
  expect(requests.find(({ method, path }) => method === 'POST' && path === '/v2/tasks')?.body).toMatchObject({
    values: { name: 'pays', hi: 'hello pays', signedBy: 'jane' },
    secrets: { GREETED: 'yes', SIGNATURE: 'x' },
  })
})

test('pages and fields behind a feature flag are there while it is on', async () => {
  const flag = { 'ui:backstage': { featureFlag: 'new-things' } }
  const { screen, portal } = openWizard({
    schema: pagesOf([
      { title: 'First', required: ['more'], properties: { name, more: { title: 'More', type: 'string', ...flag } } },
      { title: 'Second', ...flag, properties: {} },
    ]),
  })
  await screen.findByRole('textbox', { name: 'Name' })
  const steps = () =>
    within(screen.getByRole('list', { name: 'Pages of the form' }))
      .getAllByRole('listitem')
      .map(each => each.textContent)
  expect(steps()).toEqual(['1First', '2Review'])
  expect(screen.queryByRole('textbox', { name: /^More/ })).toBeNull()
  act(() => portal.apis.get(featureFlagsApiRef).set('new-things', true))
  expect(await screen.findByRole('textbox', { name: /^More/ })).toBeTruthy()
  expect(steps()).toEqual(['1First', '2Second', '3Review'])
})

test('a review shows names, masks and nested answers as the template asks', async () => {
  const { screen, user } = openWizard({
    schema: pagesOf([
      {
        title: 'All',
        'ui:order': ['tier', '*'],
        properties: {
          hidden: { type: 'string', default: 'x', 'ui:backstage': { review: { show: false } } },
          masked: { title: 'Masked', type: 'string', default: 'x', 'ui:backstage': { review: { mask: 'SHH' } } },
          named: { title: 'Named', type: 'string', default: 'x', 'ui:backstage': { review: { name: 'Called' } } },
          password: { title: 'Password', type: 'string', default: 'x', 'ui:widget': 'password' },
          repoUrl: { type: 'string', default: 'y' },
          home: { title: 'Home', type: 'object', properties: { street: { title: 'Street', type: 'string', default: 'Kouter' } } },
          whole: {
            title: 'Whole',
            type: 'object',
            default: { a: 1 },
            properties: { a: { type: 'integer' } },
            'ui:backstage': { review: { explode: false } },
          },
          tier: { title: 'Tier', type: 'string', enum: ['1'], enumNames: ['One'], default: '1' },
        },
      },
    ]),
  })
  await screen.findByText('Tier')
  await user.click(reviewButton())
  const all = within(await screen.findByRole('region', { name: 'All' }))
  const terms = all.getAllByRole('term').map(each => each.textContent)
  const definitions = all.getAllByRole('definition').map(each => each.textContent?.replaceAll(/\s+/g, ' '))
  expect(terms.map((term, at) => `${term}: ${definitions[at]}`)).toEqual([
    'Tier: One',
    'Masked: SHH',
    'Called: x',
    'Password: ******',
    'Repo url: y',
    'Home › Street: Kouter',
    'Whole: { "a": 1 }',
  ])
})

test('a permission that is lost in the middle is said at the end, and the answers stay', async () => {
  const { screen, user } = openWizard({
    schema: pagesOf([{ properties: { name } }]),
    answers: [
      answer(scaffolderApi.planTask, plan),
      answer(scaffolderApi.createTask, () =>
        Response.json(
          { error: { name: 'NotAllowedError', message: 'no longer' }, response: { statusCode: 403 } },
          { status: 403, statusText: 'Forbidden' },
        ),
      ),
    ],
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'pay{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Create' }))
  expect((await screen.findByRole('alert')).textContent).toContain('403')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByDisplayValue('pay')).toBeTruthy()
})

test('a key draws the field that it changes and no other, also when a page has been checked', async () => {
  const drawn: string[] = []
  function Counted({ id, name: field, value, onChange }: FormFieldProps<string>) {
    drawn.push(field)
    return <input id={id} aria-label={field} value={value ?? ''} onChange={event => onChange(event.currentTarget.value)} />
  }
  const counting = defineWebPlugin({ id: 'counting', fills: [formFields.fill({ name: 'Counted', load: async () => ({ View: Counted }) })] })
  const field = { type: 'string', 'ui:field': 'Counted', maxLength: 3 }
  const inner = { type: 'object', title: 'Inner', properties: { deep: field } }
  const schema = pagesOf([
    { required: ['missing'], properties: { one: field, two: field, inner, missing: { title: 'Missing', type: 'string' } } },
  ])
  const { screen, user } = openWizard({ schema, plugins: [counting] })
  const one = await screen.findByRole('textbox', { name: 'one' })
  drawn.length = 0
  await user.type(one, 'ab')
  expect(new Set(drawn)).toEqual(new Set(['one']))
  await user.click(reviewButton())
  expect((await screen.findByRole('alert')).textContent).toContain('Missing')
  drawn.length = 0
  await user.type(one, 'c')
  expect(new Set(drawn)).toEqual(new Set(['one']))
  await user.type(one, 'd')
  expect(await screen.findByText('Enter at most 3 characters')).toBeTruthy()
})

test('the first fields of a long form are shown before the others are drawn', async () => {
  const shown: number[] = []
  function First({ id }: FormFieldProps<string>) {
    useLayoutEffect(() => void shown.push(document.querySelectorAll('form input').length), [])
    return <input id={id} aria-label="First" />
  }
  const first = defineWebPlugin({ id: 'first', fills: [formFields.fill({ name: 'First', load: async () => ({ View: First }) })] })
  const others = Array.from({ length: 99 }, (_, at) => [`field${at}`, { title: `Field ${at}`, type: 'string' }] as const)
  const schema = pagesOf([{ properties: { first: { type: 'string', 'ui:field': 'First' }, ...Object.fromEntries(others) } }])
  const { screen } = openWizard({ schema, plugins: [first] })
  expect(await screen.findByLabelText('Field 98')).toBeTruthy()
  expect(shown[0]).toBe(20)
  expect(document.querySelectorAll('form input')).toHaveLength(100)
})
