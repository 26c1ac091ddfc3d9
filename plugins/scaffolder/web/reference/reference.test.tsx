import { integrationsWeb } from '@portico/integrations/web'
import { catalogWeb } from '@portico/catalog/web'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { scaffolderApi, type ListedAction, type TemplatingExtensions } from '@portico/scaffolder/common'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { scaffolderWeb } from '../index.tsx'
import { toSchemaRows, typeOf, variantsOf } from './schema-rows.ts'

const action = (id: string, more: Partial<ListedAction> = {}): ListedAction => ({
  id,
  description: `Does ${id}`,
  schema: {
    input: {
      type: 'object',
      required: ['url'],
      properties: { url: { type: 'string', description: 'Where' }, deep: { type: 'object', properties: { a: { type: 'number' } } } },
    },
    output: { type: 'object', properties: { remoteUrl: { type: 'string' } } },
  },
  examples: [{ description: 'Simple', example: `steps:\n  - action: ${id}\n` }],
  supportsDryRun: true,
  isIdempotent: false,
  canUndo: true,
  ...more,
})
const actions = [
  action('fetch:plain'),
  action('publish:github'),
  action('debug:wait', { description: undefined, schema: undefined, examples: undefined }),
]
const extensions: TemplatingExtensions = {
  filters: {
    pick: {
      description: 'One field of an object',
      schema: {
        input: { type: 'object', description: 'Any object' },
        arguments: [{ type: 'string', description: 'The name of a field' }],
        output: { description: 'Its value' },
      },
      examples: [{ description: 'The name', example: "${{ a | pick('name') }}", notes: 'team-a' }],
    },
    bare: {},
  },
  globals: {
    functions: {
      always: { description: 'Runs always', schema: { output: { type: 'boolean' } }, examples: [{ example: '${{ always() }}' }] },
    },
    values: { region: { value: { name: 'north' }, description: 'Where we are' } },
  },
}

function open(path: string, answers: readonly RouteAnswer[] = []) {
  return renderPage({
    plugins: [catalogWeb, integrationsWeb, scaffolderWeb],
    path,
    answers: [
      ...answers,
      answer(scaffolderApi.listActions, actions),
      answer(scaffolderApi.listTemplatingExtensions, extensions),
      answer(scaffolderApi.renderExpression, { value: 'team-a' }),
    ],
  })
}

test("/create/actions is titled 'Installed actions'; each action shows 'Input', 'Output' and 'Examples' [SCAF-006, SCAF-030, SCAF-032]", async () => {
  const { user } = open('/create/actions')
  expect(await screen.findByRole('heading', { level: 1, name: 'Installed actions' })).toBeDefined()
  const list = within(await screen.findByRole('navigation', { name: 'Actions' }))
  for (const { id } of actions) {
    await user.click(list.getByRole('link', { name: id }))
    const card = within(await screen.findByRole('region', { name: id }))
    for (const part of ['Input', 'Output', 'Examples']) expect(card.getByRole('heading', { level: 3, name: part })).toBeDefined()
  }
  await user.click(list.getByRole('link', { name: 'fetch:plain' }))
  const card = within(await screen.findByRole('region', { name: 'fetch:plain' }))
  expect(card.getByRole('row', { name: /^url required string Where/ })).toBeDefined()
  expect(card.getByRole('row', { name: /^deep\.a number/ })).toBeDefined()
  expect(card.getByRole('group').textContent).toContain('action: fetch:plain')
})

test('the search box narrows the actions [SCAF-031]', async () => {
  const { user } = open('/create/actions')
  const list = within(await screen.findByRole('navigation', { name: 'Actions' }))
  expect(list.getAllByRole('link')).toHaveLength(3)
  await user.type(screen.getByRole('searchbox', { name: 'Search for an action' }), 'publish')
  expect(list.getAllByRole('link').map(link => link.textContent)).toEqual(['publish:github'])
  await user.type(screen.getByRole('searchbox', { name: 'Search for an action' }), 'nothing')
  expect(screen.getByText('No action matches')).toBeDefined()
})

test("/create/templating-extensions has 'Filters', 'Functions' and 'Values', with their parts and examples [SCAF-011, SCAF-033, SCAF-035]", async () => {
  open('/create/templating-extensions')
  expect(await screen.findByRole('heading', { level: 1, name: 'Templating extensions' })).toBeDefined()
  for (const part of ['Filters', 'Functions', 'Values']) expect(await screen.findByRole('region', { name: part })).toBeDefined()
  const pick = within(screen.getByRole('region', { name: 'pick' }))
  for (const part of ['Input', 'Arguments', 'Output', 'Examples']) expect(pick.getByRole('heading', { name: part })).toBeDefined()
  for (const words of ['Any object', 'The name of a field', 'Its value']) expect(pick.getByText(words)).toBeDefined()
  expect(pick.getByText("${{ a | pick('name') }}")).toBeDefined()
  expect(within(screen.getByRole('region', { name: 'region' })).getByText(/north/)).toBeDefined()
})

test('templating extensions have search [SCAF-034]', async () => {
  const { user } = open('/create/templating-extensions')
  await user.type(await screen.findByRole('searchbox', { name: 'Search for an extension' }), 'always')
  expect(screen.queryByRole('region', { name: 'pick' })).toBeNull()
  expect(screen.getByRole('region', { name: 'always' })).toBeDefined()
})

test('an example is tried out: the server renders it with the values; what is wrong is said', async () => {
  let reply: object = { value: ['x'] }
  const { user, requests } = open('/create/templating-extensions', [
    answer(scaffolderApi.renderExpression, () => reply as { value: string }),
  ])
  const pick = within(await screen.findByRole('region', { name: 'pick' }))
  await user.click(pick.getByRole('button', { name: 'Try it' }))
  expect((screen.getByLabelText('Expression') as HTMLTextAreaElement).value).toBe("${{ a | pick('name') }}")
  await waitFor(() =>
    expect(requests.findLast(({ path }) => path === '/v2/expressions')?.body).toMatchObject({ source: "${{ a | pick('name') }}" }),
  )
  expect(await screen.findByText('Type: array')).toBeDefined()
  reply = { error: { message: 'Unknown filter', line: 2, column: 3 } }
  await user.type(screen.getByLabelText('Expression'), ' ')
  expect((await screen.findByRole('alert')).textContent).toContain('Unknown filterLine 2, column 3')
  await user.clear(screen.getByLabelText('Values (JSON)'))
  await user.type(screen.getByLabelText('Values (JSON)'), '[[')
  expect(await screen.findByText('The values are not a JSON object')).toBeDefined()
})

test("empty states show 'No information to display' and say what may be the reason [SCAF-048, SCAF-049]", async () => {
  open('/create/actions', [answer(scaffolderApi.listActions, [])])
  expect(await screen.findByRole('heading', { name: 'No information to display' })).toBeDefined()
  expect(screen.getByText('There are no actions installed or there was an issue communicating with backend.')).toBeDefined()
  open('/create/templating-extensions', [
    answer(scaffolderApi.listTemplatingExtensions, { filters: {}, globals: { functions: {}, values: {} } }),
  ])
  expect(await screen.findByRole('heading', { name: 'No information to display' })).toBeDefined()
  expect(
    screen.getByText('There are no templating extensions available or there was an issue communicating with the backend.'),
  ).toBeDefined()
  open('/create/tasks', [answer(scaffolderApi.listTasks, { tasks: [], totalTasks: 0 })])
  expect(await screen.findByRole('heading', { name: 'No information to display' })).toBeDefined()
  expect(screen.getByText('There are no tasks or there was an issue communicating with backend.')).toBeDefined()
})

test('pages that cannot be loaded say so', async () => {
  const broken = new AppError('Error', 'broken')
  open('/create/actions', [answer(scaffolderApi.listActions, broken)])
  expect(await screen.findByText('The actions could not be loaded')).toBeDefined()
  open('/create/templating-extensions', [answer(scaffolderApi.listTemplatingExtensions, broken)])
  expect(await screen.findByText('The templating extensions could not be loaded')).toBeDefined()
})

test('schemas of any form become rows, and wrong ones are no harm', () => {
  expect(
    variantsOf({
      anyOf: [
        { type: 'object', properties: { a: {} } },
        { type: 'object', properties: { b: {} } },
      ],
    }),
  ).toHaveLength(2)
  expect(toSchemaRows({ properties: { list: { type: 'array', items: { properties: { x: { enum: [1, 'two'] } } } } } })).toMatchObject([
    { path: 'list', type: 'any[]' },
    { path: 'list[].x', choices: ['1', 'two'] },
  ])
  for (const wrong of [undefined, null, 7, 'text', [], { properties: [] }, { properties: { a: null } }, { required: 7 }])
    expect(() => [toSchemaRows(wrong), variantsOf(wrong), typeOf(wrong)]).not.toThrow()
  const loop: Record<string, unknown> = { type: 'object' }
  loop['properties'] = { self: loop, list: { type: 'array', items: {} } }
  expect(toSchemaRows(loop).length).toBeLessThan(400)
})
