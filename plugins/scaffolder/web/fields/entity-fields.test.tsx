import { catalogApi, type Entity } from '@portico/catalog/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createOpenWizard, pagesOf, reviewButton } from '../testing/wizard-fixture.ts'

const openWizard = createOpenWizard(renderPage, answer)

function entity(kind: string, name: string, title?: string): Entity {
  return { apiVersion: 'v1', kind, metadata: { name, namespace: 'default', ...(title !== undefined && { title }) } }
}

type Body = { query?: object; fields?: string[]; fullTextFilter?: { term: string }; cursor?: string; limit?: number }

/** A form of one field, and what it asks the catalog. */
function openField(field: object, items: readonly Entity[] = [], required = false) {
  const asked: Body[] = []
  const opened = openWizard({
    schema: pagesOf([{ ...(required && { required: ['it'] }), properties: { it: { title: 'It', type: 'string', ...field } } }]),
    answers: [
      answer(catalogApi.queryEntitiesByPredicate, ({ body }) => {
        asked.push(body as Body)
        return { items: [...items], totalItems: items.length, pageInfo: {} }
      }),
      answer(catalogApi.getEntityFacetsByPredicate, ({ body }) => {
        asked.push(body as Body)
        return { facets: { 'metadata.tags': [{ value: 'java', count: 7 }] } }
      }),
    ],
  })
  const { screen, user } = opened
  return {
    ...opened,
    asked,
    input: () => screen.findByRole('combobox', { name: /^It/ }),
    async values() {
      await user.click(reviewButton())
      await user.click(await screen.findByRole('button', { name: 'Create' }))
      await screen.findByText('Task task-1')
      const created = opened.requests.find(({ method, path }) => method === 'POST' && path === '/v2/tasks')
      return (created?.body as { values?: unknown } | undefined)?.values
    },
  }
}

test('every type of field exists', async () => {
  const { ownFields } = await import('./own-fields.ts')
  expect([...ownFields.keys()].sort()).toEqual([
    'EntityNamePicker',
    'EntityPicker',
    'EntityTagsPicker',
    'MultiEntityPicker',
    'MyGroupsPicker',
    'OwnedEntityPicker',
    'OwnerPicker',
    'RepoBranchPicker',
    'RepoOwnerPicker',
    'RepoUrlPicker',
    'Secret',
  ])
})

test('the types of fields of the specification are there, and a form uses them [SCAF-018, SCAF-050]', async () => {
  const names = [
    'EntityPicker',
    'EntityNamePicker',
    'MultiEntityPicker',
    'RepoUrlPicker',
    'OwnerPicker',
    'MyGroupsPicker',
    'OwnedEntityPicker',
    'EntityTagsPicker',
    'RepoBranchPicker',
  ]
  const type = (name: string) => (/Multi|Tags/.test(name) ? { type: 'array', items: { type: 'string' } } : { type: 'string' })
  const properties = Object.fromEntries(names.map(name => [name, { ...type(name), title: `A ${name}`, 'ui:field': name }]))
  const { screen } = openWizard({ schema: pagesOf([{ properties }]) })
  for (const name of names.filter(each => each !== 'RepoUrlPicker' && each !== 'EntityNamePicker'))
    expect(await screen.findByRole('combobox', { name: new RegExp(`^A ${name}`) })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'A EntityNamePicker' })).toBeTruthy()
  const repository = within(screen.getByRole('group', { name: 'A RepoUrlPicker' }))
  expect(await repository.findByRole('combobox', { name: 'Host' })).toBeTruthy()
  expect(screen.queryByText(/No plugin provides/)).toBeNull()
})

test('the picker of entities asks the catalog by filter and fields, searched by the server, and takes a whole ref [SCAF-099]', async () => {
  const field = openField(
    {
      'ui:field': 'EntityPicker',
      'ui:options': {
        catalogFilter: [{ kind: ['Component', 'API'], 'spec.type': 'service' }, { 'metadata.annotations.x': { exists: true } }],
      },
    },
    [entity('Component', 'pay', 'Payments')],
  )
  await field.user.type(await field.input(), 'pay')
  await expect.poll(() => field.asked.at(-1)?.fullTextFilter?.term).toBe('pay')
  await field.user.click(await field.screen.findByRole('option', { name: /Payments/ }))
  expect(field.asked.at(-1)).toMatchObject({
    query: {
      $any: [
        { $all: [{ kind: { $in: ['Component', 'API'] } }, { 'spec.type': { $in: ['service'] } }] },
        { $all: [{ 'metadata.annotations.x': { $exists: true } }] },
      ],
    },
    fullTextFilter: { term: 'pay' },
    limit: 50,
    fields: expect.arrayContaining(['kind', 'metadata.name']),
  })
  expect(await field.values()).toEqual({ it: 'component:default/pay' })
})

async function typeAndLeave({ user, input, asked, screen }: ReturnType<typeof openField>): Promise<void> {
  await user.type(await input(), 'pa')
  await expect.poll(() => asked.at(-1)?.fullTextFilter?.term).toBe('pa')
  await expect.poll(() => screen.getByRole('listbox').getAttribute('aria-busy')).toBeNull()
  await user.tab()
}

test('leaving a picker takes what is marked, unless autoSelect is off', async () => {
  const options = { allowArbitraryValues: false }
  const marked = openField({ 'ui:field': 'EntityPicker', 'ui:options': options }, [entity('Component', 'pay', 'Payments')])
  await typeAndLeave(marked)
  expect(await marked.values()).toEqual({ it: 'component:default/pay' })
  const off = openField({ 'ui:field': 'EntityPicker', 'ui:options': { ...options, autoSelect: false } }, [
    entity('Component', 'pay', 'Payments'),
  ])
  await typeAndLeave(off)
  expect(await off.values()).toEqual({})
})

test('the picker of entities takes any text by default, with the default kind and namespace of its options [SCAF-085]', async () => {
  const free = openField({ 'ui:field': 'EntityPicker' })
  await free.user.type(await free.input(), 'whatever I say')
  expect(await free.values()).toEqual({ it: 'whatever I say' })
  const bound = openField({
    'ui:field': 'EntityPicker',
    'ui:options': { defaultKind: 'API', defaultNamespace: 'shop', allowArbitraryValues: true },
  })
  await bound.user.type(await bound.input(), 'Orders{Enter}')
  expect(await bound.values()).toEqual({ it: 'api:shop/orders' })
  const closed = openField({ 'ui:field': 'EntityPicker', 'ui:options': { allowArbitraryValues: false } })
  await closed.user.type(await closed.input(), 'whatever')
  expect(await closed.values()).toEqual({})
})

test('the only option is taken where the field is required and no other text is allowed, not otherwise [SCAF-075]', async () => {
  const only = [entity('Component', 'pay')]
  const closed = { 'ui:field': 'EntityPicker', 'ui:options': { allowArbitraryValues: false } }
  const taken = openField(closed, only, true)
  expect(await taken.screen.findByDisplayValue('component:pay')).toBeTruthy()
  for (const [field, items, required] of [
    [closed, only, false],
    [{ 'ui:field': 'EntityPicker' }, only, true],
    [closed, [...only, entity('Component', 'ship')], true],
  ] as const) {
    const left = openField(field, items, required)
    await left.user.click(await left.input())
    await left.screen.findAllByRole('option')
    expect(((await left.input()) as HTMLInputElement).value).toBe('')
  }
})

test('the picker of owners is about groups and users unless told otherwise, and its default kind is Group [SCAF-057, SCAF-061]', async () => {
  const usual = openField({ 'ui:field': 'OwnerPicker' })
  await usual.user.type(await usual.input(), 'payments{Enter}')
  expect(usual.asked[0]?.query).toEqual({ $all: [{ kind: { $in: ['Group', 'User'] } }] })
  expect(await usual.values()).toEqual({ it: 'group:default/payments' })
  const kinds = openField({ 'ui:field': 'OwnerPicker', 'ui:options': { allowedKinds: ['User'] } })
  await kinds.user.click(await kinds.input())
  await kinds.screen.findByText('There is nothing to choose from')
  expect(kinds.asked[0]?.query).toEqual({ $all: [{ kind: { $in: ['User'] } }] })
})

test('the picker of owners takes any text unless allowArbitraryValues is false [SCAF-058, SCAF-096]', async () => {
  const free = openField({ 'ui:field': 'OwnerPicker', 'ui:options': { defaultNamespace: 'eu' } })
  await free.user.type(await free.input(), 'anyone{Enter}')
  expect(await free.values()).toEqual({ it: 'group:eu/anyone' })
  const closed = openField({ 'ui:field': 'OwnerPicker', 'ui:options': { allowArbitraryValues: false } })
  await closed.user.type(await closed.input(), 'anyone{Enter}')
  expect(await closed.values()).toEqual({})
})

test('the picker of owners takes a default namespace or false, and a filter [SCAF-059, SCAF-060]', async () => {
  const none = openField({
    'ui:field': 'OwnerPicker',
    'ui:options': { defaultNamespace: false, catalogFilter: { kind: 'Group', 'spec.type': 'team' } },
  })
  await none.user.type(await none.input(), 'payments{Enter}')
  expect(none.asked[0]?.query).toEqual({ $all: [{ kind: { $in: ['Group'] } }, { 'spec.type': { $in: ['team'] } }] })
  expect(await none.values()).toEqual({ it: 'group:default/payments' })
  const some = openField({ 'ui:field': 'OwnerPicker', 'ui:options': { defaultNamespace: 'eu' } })
  await some.user.type(await some.input(), 'payments{Enter}')
  expect(await some.values()).toEqual({ it: 'group:eu/payments' })
})

test('the picker of owned entities asks for those of the refs that ownership counts for [SCAF-097]', async () => {
  const field = openField({ 'ui:field': 'OwnedEntityPicker', 'ui:options': { catalogFilter: { kind: 'Component' } } })
  await field.user.click(await field.input())
  await field.screen.findByText('There is nothing to choose from')
  expect(field.asked[0]?.query).toEqual({
    $all: [{ $all: [{ kind: { $in: ['Component'] } }] }, { 'relations.ownedBy': { $in: ['user:default/jane'] } }],
  })
})

test('the picker of my groups asks for groups that the user is a member of [SCAF-098]', async () => {
  const field = openField({ 'ui:field': 'MyGroupsPicker' }, [entity('Group', 'riders', 'Riders')])
  await field.user.click(await field.input())
  await field.user.click(await field.screen.findByRole('option', { name: /Riders/ }))
  expect(field.asked[0]?.query).toEqual({ $all: [{ kind: 'group' }, { 'relations.hasMember': 'user:default/jane' }] })
  expect(await field.values()).toEqual({ it: 'group:default/riders' })
})

test('the picker of several entities says which ref is not valid [SCAF-083]', async () => {
  const field = openField({ type: 'array', items: { type: 'string' }, 'ui:field': 'MultiEntityPicker' })
  await field.user.type(await field.input(), 'component:pay{Enter}no-kind{Enter}')
  await field.user.click(reviewButton())
  expect(await field.screen.findByText(/no-kind is not a valid entity ref/)).toBeTruthy()
})

test('at maxItems of the schema further options of the picker of several entities are disabled [SCAF-084]', async () => {
  const items = [entity('Component', 'a'), entity('Component', 'b'), entity('Component', 'c')]
  const field = openField({ type: 'array', items: { type: 'string' }, maxItems: 2, 'ui:field': 'MultiEntityPicker' }, items)
  await field.user.click(await field.input())
  for (const name of [/^component:a/, /^component:b/]) await field.user.click(await field.screen.findByRole('option', { name }))
  const last = field.screen.getByRole('option', { name: /^component:c/ })
  expect(last.getAttribute('aria-disabled')).toBe('true')
  await field.user.click(last)
  expect(await field.values()).toEqual({ it: ['component:default/a', 'component:default/b'] })
})

test('a bad name of an entity is refused in the words of the specification [SCAF-077]', async () => {
  const { screen, user } = openWizard({
    schema: pagesOf([{ properties: { it: { title: 'It', type: 'string', 'ui:field': 'EntityNamePicker' } } }]),
  })
  await user.type(await screen.findByRole('textbox', { name: 'It' }), '-bad-')
  await user.click(reviewButton())
  const words =
    'Must start and end with an alphanumeric character, and contain only alphanumeric characters, hyphens, underscores, and periods. Maximum length is 63 characters.'
  expect(await screen.findByText(words)).toBeTruthy()
})

const tags = { type: 'array', items: { type: 'string' }, 'ui:field': 'EntityTagsPicker' }

test('tags are those of the facets of the catalog or new ones, trimmed and in lower case, each once [SCAF-079, SCAF-081, SCAF-100]', async () => {
  const field = openField({ ...tags, 'ui:options': { kinds: ['Component'], showCounts: true } })
  await field.user.type(await field.input(), '  New-Tag {Enter}new-tag{Enter}')
  await field.user.click(await field.input())
  await field.user.click(await field.screen.findByRole('option', { name: /java.*7/ }))
  expect(field.asked[0]).toEqual({ facets: ['metadata.tags'], query: { kind: { $in: ['Component'] } } })
  expect(await field.values()).toEqual({ it: ['new-tag', 'java'] })
})

test('an invalid tag is not added and marks the field, which says what a tag is [SCAF-080, SCAF-082]', async () => {
  const field = openField(tags)
  expect(await field.screen.findByText('Letters a-z, digits 0-9, + and #, separated by -, at most 63 characters.')).toBeTruthy()
  await field.user.type(await field.input(), 'not a tag{Enter}')
  expect((await field.input()).getAttribute('aria-invalid')).toBe('true')
  expect(field.screen.getByText(/^not a tag is not a tag\./)).toBeTruthy()
  await field.user.type(await field.input(), 'good{Enter}')
  expect((await field.input()).getAttribute('aria-invalid')).toBeNull()
  expect(await field.values()).toEqual({ it: ['good'] })
})
