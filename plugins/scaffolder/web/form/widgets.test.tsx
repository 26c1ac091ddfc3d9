import { catalogApi } from '@portico/catalog/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { fireEvent, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { createOpenWizard, pagesOf, reviewButton } from '../testing/wizard-fixture.ts'

const openWizard = createOpenWizard(renderPage, answer)

// jsdom has no layout, so ranges have no rectangles; the editor reads them all the same.
beforeAll(() => {
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList
})

/** A form of one page, and the values that its task is given. */
function openForm(page: object) {
  const opened = openWizard({ schema: pagesOf([page as Record<string, unknown>]) })
  const { screen, user, requests } = opened
  return {
    ...opened,
    async values() {
      await user.click(reviewButton())
      await user.click(await screen.findByRole('button', { name: 'Create' }))
      await screen.findByText('Task task-1')
      const created = requests.find(({ method, path }) => method === 'POST' && path === '/v2/tasks')
      return (created?.body as { values?: Record<string, unknown> } | undefined)?.values
    },
  }
}

test('texts, numbers, dates, ranges, colours and yes or no are fields of the kit, with titles, help and placeholders', async () => {
  const form = openForm({
    properties: {
      text: {
        title: 'Text',
        type: 'string',
        description: 'About it',
        'ui:help': 'Help it',
        'ui:placeholder': 'Such as this',
        examples: ['one'],
      },
      long: { title: 'Long', type: 'string', 'ui:widget': 'textarea', 'ui:options': { rows: 4 } },
      number: { title: 'Number', type: 'number' },
      day: { title: 'Day', type: 'string', format: 'date' },
      at: { title: 'At', type: 'string', format: 'date-time' },
      range: { title: 'Range', type: 'integer', minimum: 1, maximum: 5, 'ui:widget': 'range' },
      colour: { title: 'Colour', type: 'string', 'ui:widget': 'color' },
      yes: { title: 'Yes', type: 'boolean', description: 'Or no' },
      off: { title: 'Off', type: 'string', default: 'fixed', 'ui:disabled': true },
      hidden: { type: 'string', default: 'unseen', 'ui:widget': 'hidden' },
    },
  })
  const { screen, user } = form
  const text = (await screen.findByRole('combobox', { name: 'Text' })) as HTMLInputElement
  expect(text.placeholder).toBe('Such as this')
  expect(document.getElementById('form_text__description')?.textContent).toBe('About it')
  expect(document.getElementById('form_text__help')?.textContent).toBe('Help it')
  expect(text.getAttribute('aria-describedby')).toContain('form_text__description form_text__help')
  await user.type(text, 'words')
  const long = screen.getByRole('textbox', { name: 'Long' }) as HTMLTextAreaElement
  expect(long.rows).toBe(4)
  await user.type(long, 'more')
  await user.type(screen.getByRole('textbox', { name: 'Number' }), '1.50')
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-01-31' } })
  fireEvent.change(screen.getByLabelText('At'), { target: { value: '2026-01-31T12:00' } })
  fireEvent.change(screen.getByLabelText('Range'), { target: { value: '4' } })
  fireEvent.change(screen.getByLabelText('Colour'), { target: { value: '#4438b8' } })
  await user.click(screen.getByRole('checkbox', { name: 'Yes' }))
  expect((screen.getByRole('textbox', { name: 'Off' }) as HTMLInputElement).disabled).toBe(true)
  expect(await form.values()).toEqual({
    text: 'words',
    long: 'more',
    number: 1.5,
    day: '2026-01-31',
    at: new Date('2026-01-31T12:00').toISOString(),
    range: 4,
    colour: '#4438b8',
    yes: true,
    off: 'fixed',
    hidden: 'unseen',
  })
})

test('choices show the names of their values, as list, radio buttons or checkboxes; values may be of any type', async () => {
  const form = openForm({
    properties: {
      one: { title: 'One', type: 'string', enum: ['a', 'b'], enumNames: ['Apple', 'Bread'] },
      number: { title: 'Number', type: 'integer', enum: [1, 2], 'ui:widget': 'radio' },
      several: {
        title: 'Several',
        type: 'array',
        uniqueItems: true,
        items: { type: 'string', enum: ['x', 'y', 'z'] },
        'ui:widget': 'checkboxes',
        'ui:enumDisabled': ['z'],
      },
      many: { title: 'Many', type: 'array', uniqueItems: true, items: { type: 'string', enum: ['k', 'l'], enumNames: ['Kilo', 'Lima'] } },
      named: {
        title: 'Named',
        type: 'string',
        oneOf: [
          { const: 'n', title: 'North' },
          { const: 's', title: 'South' },
        ],
      },
      decided: { title: 'Decided', type: 'boolean', 'ui:widget': 'radio' },
    },
  })
  const { screen, user } = form
  await user.click(await screen.findByRole('combobox', { name: 'One' }))
  await user.click(await screen.findByRole('option', { name: 'Bread' }))
  await user.click(within(screen.getByRole('group', { name: 'Number' })).getByRole('radio', { name: '2' }))
  const several = within(screen.getByRole('group', { name: 'Several' }))
  await user.click(several.getByRole('checkbox', { name: 'y' }))
  await user.click(several.getByRole('checkbox', { name: 'x' }))
  expect((several.getByRole('checkbox', { name: 'z' }) as HTMLInputElement).disabled).toBe(true)
  await user.click(screen.getByRole('combobox', { name: 'Named' }))
  await user.click(await screen.findByRole('option', { name: 'South' }))
  await user.click(within(screen.getByRole('group', { name: 'Decided' })).getByRole('radio', { name: 'No' }))
  expect(await form.values()).toEqual({ one: 'b', number: 2, several: ['x', 'y'], named: 's', decided: false })
})

test('lists grow, shrink and are put in order; objects are groups; names can be given', async () => {
  const form = openForm({
    properties: {
      words: { title: 'Words', type: 'array', items: { type: 'string', title: 'Word' }, maxItems: 3, minItems: 1 },
      home: { title: 'Home', type: 'object', description: 'Where', properties: { street: { title: 'Street', type: 'string' } } },
      labels: { title: 'Labels', type: 'object', additionalProperties: { type: 'string' } },
    },
  })
  const { screen, user } = form
  const list = within(await screen.findByRole('group', { name: 'Words' }))
  for (const word of ['one', 'two', 'three']) {
    await user.click(list.getByRole('button', { name: 'Add to Words' }))
    const boxes = list.getAllByRole('textbox')
    await user.type(boxes.at(-1)!, word)
  }
  expect(list.queryByRole('button', { name: 'Add to Words' })).toBeNull()
  await user.click(list.getByRole('button', { name: 'Move Word 3 up' }))
  await user.click(list.getByRole('button', { name: 'Remove Word 1' }))
  await user.type(within(screen.getByRole('group', { name: 'Home' })).getByRole('textbox', { name: 'Street' }), 'Kouter')
  const labels = within(screen.getByRole('group', { name: 'Labels' }))
  await user.click(labels.getByRole('button', { name: 'Add a field' }))
  const name = await labels.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'tier{Tab}')
  await user.type(await labels.findByRole('textbox', { name: 'tier' }), 'two')
  expect(await form.values()).toEqual({ words: ['three', 'two'], home: { street: 'Kouter' }, labels: { tier: 'two' } })
})

test('files are kept with their names as data URLs, and too large ones are refused', async () => {
  const form = openForm({ properties: { it: { title: 'It', type: 'string', format: 'data-url', 'ui:options': { accept: '.txt' } } } })
  const { screen, user } = form
  const input = (await screen.findByLabelText('It')) as HTMLInputElement
  expect(input.accept).toBe('.txt')
  const large = new File(['x'], 'large.txt')
  Object.defineProperty(large, 'size', { value: 5_000_001 })
  await user.upload(input, large)
  expect((await screen.findByRole('alert')).textContent).toBe('large.txt is larger than 5 MB')
  await user.upload(input, new File(['hello'], 'a note.txt', { type: 'text/plain' }))
  expect(await screen.findByText('a note.txt')).toBeTruthy()
  expect(await form.values()).toEqual({ it: `data:text/plain;name=a%20note.txt;base64,${btoa('hello')}` })
})

test('code has the editor, Markdown a preview', async () => {
  const form = openForm({
    properties: {
      code: { title: 'Code', type: 'string', 'ui:widget': 'code', default: 'a: 1' },
      about: { title: 'About', type: 'string', 'ui:widget': 'markdown' },
    },
  })
  const { screen, user } = form
  expect((await screen.findByRole('textbox', { name: 'Code' })).textContent).toContain('a: 1')
  await user.type(screen.getByRole('textbox', { name: 'About' }), '**bold**')
  await user.click(screen.getByRole('tab', { name: 'Preview' }))
  expect((await screen.findByText('bold')).tagName).toBe('STRONG')
  expect(await form.values()).toEqual({ code: 'a: 1', about: '**bold**' })
})

test('fields that depend on others come and go, and answers that are not shown are not given', async () => {
  const form = openForm({
    properties: {
      weather: { title: 'Weather', type: 'string', enum: ['dry', 'wet'], default: 'wet' },
      far: { title: 'Far', type: 'boolean' },
    },
    dependencies: {
      weather: {
        oneOf: [
          { properties: { weather: { const: 'dry' } } },
          {
            required: ['coat'],
            properties: { weather: { const: 'wet' }, coat: { title: 'Coat', type: 'string', 'ui:placeholder': 'Yellow' } },
          },
        ],
      },
    },
    allOf: [
      {
        if: { properties: { far: { const: true } }, required: ['far'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { properties: { bike: { title: 'Bike', type: 'string', default: 'cargo' } } },
      },
    ],
  })
  const { screen, user } = form
  const coat = (await screen.findByRole('textbox', { name: /^Coat/ })) as HTMLInputElement
  expect(coat.placeholder).toBe('Yellow')
  await user.click(reviewButton())
  expect(await screen.findAllByText('Coat is required')).toHaveLength(1)
  await user.type(coat, 'orange')
  expect(screen.queryByRole('textbox', { name: 'Bike' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Far' }))
  expect(((await screen.findByRole('textbox', { name: 'Bike' })) as HTMLInputElement).value).toBe('cargo')
  await user.click(screen.getByRole('combobox', { name: 'Weather' }))
  await user.click(await screen.findByRole('option', { name: 'dry' }))
  expect(screen.queryByRole('textbox', { name: /^Coat/ })).toBeNull()
  expect(await form.values()).toEqual({ weather: 'dry', far: true, bike: 'cargo' })
})

test('a choice between schemas shows the fields of the chosen one', async () => {
  const form = openForm({
    properties: {
      target: {
        title: 'Target',
        type: 'object',
        anyOf: [
          { title: 'Cloud', properties: { region: { title: 'Region', type: 'string' } } },
          { title: 'Cellar', properties: { rack: { title: 'Rack', type: 'string' } } },
        ],
      },
    },
  })
  const { screen, user } = form
  expect(await screen.findByRole('textbox', { name: 'Region' })).toBeTruthy()
  await user.click(screen.getByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: 'Cellar' }))
  await user.type(await screen.findByRole('textbox', { name: 'Rack' }), 'seven')
  expect(await form.values()).toEqual({ target: { rack: 'seven' } })
})

test('each keyword has a message of its own, and the template may bring another', async () => {
  const { screen, user } = openForm({
    properties: {
      email: { title: 'Email', type: 'string', format: 'email', default: 'nobody' },
      pattern: { title: 'Pattern', type: 'string', pattern: '^[A-Z]{2}-[0-9]{3}$', default: 'A1' },
      placeholder: { title: 'Placeholder', type: 'string', pattern: '^(a|b)+$', default: 'A1', 'ui:placeholder': 'abba' },
      wrongPlaceholder: {
        title: 'Wrong',
        type: 'string',
        pattern: '^(a|b)$',
        default: 'A1',
        'ui:placeholder': 'Any',
        'ui:help': 'Just a or b.',
      },
      bare: { title: 'Bare', type: 'string', pattern: '^(a|b)$', default: 'A1' },
      own: { title: 'Own', type: 'string', maxLength: 2, default: 'long', errorMessage: 'Two letters' },
      byKeyword: { title: 'By keyword', type: 'number', minimum: 5, default: 1, errorMessage: { minimum: 'Five at least' } },
      number: { title: 'Number', type: 'integer', maximum: 3, default: 7 },
      list: { title: 'List', type: 'array', items: { type: 'string' }, minItems: 2, default: ['a'] },
    },
  })
  await screen.findByRole('textbox', { name: 'Email' })
  await user.click(reviewButton())
  const fields = within(await screen.findByRole('alert')).getAllByRole('button')
  expect(fields.map(field => field.textContent)).toEqual([
    ...['Email', 'Pattern', 'Placeholder', 'Wrong', 'Bare', 'Own', 'By keyword', 'Number', 'List'],
  ])
  const messages = [...document.querySelectorAll('[id$=__error]')].map(({ textContent }) => textContent)
  expect(messages).toEqual([
    'Enter an email address',
    'Does not have the right form. Example: AB-123',
    'Does not have the right form. Example: abba',
    'Does not have the right form. Just a or b.',
    'Has characters, or an order of them, that are not allowed here',
    'Two letters',
    'Five at least',
    'Enter 3 or less',
    'Add at least 2',
  ])
})

test('pickers ask for the next page when the list is scrolled to its end', async () => {
  const entities = (from: number) =>
    Array.from({ length: 50 }, (_, at) => ({
      apiVersion: 'v1',
      kind: 'Component',
      metadata: { name: `c${from + at}`, namespace: 'default' },
    }))
  const cursors: unknown[] = []
  const { screen, user } = openWizard({
    schema: pagesOf([{ properties: { it: { title: 'It', type: 'string', 'ui:field': 'EntityPicker' } } }]),
    answers: [
      answer(catalogApi.queryEntitiesByPredicate, ({ body }) => {
        const { cursor } = body as { cursor?: string }
        cursors.push(cursor)
        return {
          items: entities(cursor === undefined ? 0 : 50),
          totalItems: 5000,
          pageInfo: cursor === undefined ? { nextCursor: 'next' } : {},
        }
      }),
    ],
  })
  await user.click(await screen.findByRole('combobox', { name: 'It' }))
  await screen.findByRole('option', { name: /^component:c0/ })
  await user.keyboard('{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}{PageDown}')
  await expect.poll(() => cursors).toEqual([undefined, 'next'])
})
