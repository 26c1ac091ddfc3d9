import { catalogApi, type Entity, type Explanation } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { answer, renderPage, type RenderPageOptions, type RouteAnswer } from '@portico/core/testing/web'
import { defineWebPlugin } from '@portico/core/web'
import { waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { catalogWeb, entityCards } from '../index.tsx'
// Loaded here, so that the first page does not wait for its code.
import '../views/EntityPage.tsx'

const script = '<img src=x onerror="window.hacked = true">'

function component(more: {
  metadata?: Partial<Entity['metadata']>
  spec?: object
  relations?: Entity['relations']
  status?: Entity['status']
}) {
  const { metadata, spec, ...rest } = more
  const entity: Entity = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name: 'quotes', namespace: 'default', title: 'Quote engine', uid: 'u-1', ...metadata },
    spec: { type: 'service', lifecycle: 'production', owner: 'front-door', ...spec },
    ...rest,
  }
  return entity
}

const explained: Explanation = {
  ref: 'component:default/quotes',
  state: 'stale',
  sources: [
    {
      type: 'location',
      name: 'url:https://code.test/quotes/catalog-info.yaml',
      isHolder: true,
      failures: 2,
      line: 7,
      registeredBy: 'api',
      error: { name: 'NotFoundError', message: 'no such file' },
    },
  ],
  lastRead: { at: new Date(Date.now() - 3_600_000).toISOString(), result: 'failed' },
  nextRead: new Date(Date.now() + 7_260_000).toISOString(),
  errors: [
    { name: 'InputError', message: 'spec.owner is empty', location: 'url:https://code.test/quotes', line: 9, path: ['spec', 'owner'] },
  ],
  conflicts: [{ holder: 'url:a', refused: 'url:b', since: '2026-01-01T00:00:00.000Z' }],
  reasons: [{ code: 'source-unreadable', message: 'It could not be read' }],
  next: 'It is tried again at 2026-01-02T03:04:05.000Z; until then nothing is removed.',
}

function open(entity: Entity, options: Partial<RenderPageOptions> & { answers?: readonly RouteAnswer[] } = {}) {
  const { answers = [], plugins = [], ...rest } = options
  return renderPage({
    path: '/catalog/default/component/quotes',
    ...rest,
    plugins: [catalogWeb, ...plugins],
    answers: [
      ...answers,
      answer(catalogApi.getEntityByName, entity),
      answer(catalogApi.getEntityAncestry, { rootEntityRef: 'component:default/quotes', items: [{ entity, parentEntityRefs: [] }] }),
      answer(catalogApi.explainEntity, explained),
      answer(catalogApi.getEntityHistory, { items: [], pageInfo: {} }),
      answer(catalogApi.getEntitiesByRefs, byRefs),
    ],
  })
}

/** Every requested entity exists, except those called missing. */
function byRefs({ body }: { body: unknown }) {
  const items = (body as { entityRefs: string[] }).entityRefs.map(ref => {
    const [, kind = '', name = ''] = /^(\w+):default\/(.+)$/.exec(ref) ?? []
    return name === '' || name.includes('missing')
      ? null
      : { apiVersion: 'v1', kind, metadata: { name, title: `The ${name}`, description: `About ${name}` } }
  })
  return { items }
}

const region = (name: string) => ['region', { name }] as const

test('the overview shows what the entity is, its owners and how to reach them, its links, labels and freshness', async () => {
  const entity = component({
    metadata: {
      description: 'Prices **parcels**',
      tags: ['typescript'],
      labels: { 'acme.test/tier': '1' },
      links: [{ url: 'https://wiki.test/run', title: 'Runbook' }],
      annotations: {
        'backstage.io/source-location': 'url:https://code.test/quotes/',
        'backstage.io/edit-url': 'https://code.test/quotes/edit',
      },
    },
    relations: [
      { type: 'ownedBy', targetRef: 'group:default/front-door' },
      { type: 'partOf', targetRef: 'system:default/booking' },
    ],
  })
  const owner = {
    apiVersion: 'v1',
    kind: 'Group',
    metadata: { name: 'front-door', title: 'Front Door' },
    spec: { type: 'team', profile: { email: 'a@b.test' } },
  }
  const { screen } = open(entity, {
    answers: [
      answer(catalogApi.getEntitiesByRefs, request =>
        JSON.stringify(request.body).includes('spec.profile') && JSON.stringify(request.body).includes('"metadata"')
          ? { items: [owner] }
          : byRefs(request),
      ),
    ],
  })
  const about = within(await screen.findByRole(...region('About')))
  expect((await about.findByText('parcels')).tagName).toBe('STRONG')
  expect(await about.findByRole('link', { name: /booking$/i })).toBeTruthy()
  expect(about.getByRole('link', { name: 'typescript' }).getAttribute('href')).toBe(
    '/catalog?filters%5Bkind%5D=component&filters%5Btags%5D%5B%5D=typescript',
  )
  expect(about.getByRole('link', { name: /^View source/ }).getAttribute('href')).toBe('https://code.test/quotes/')
  expect(about.getByRole('link', { name: /^Edit/ }).getAttribute('href')).toBe('https://code.test/quotes/edit')
  const owners = within(screen.getByRole(...region('Ownership')))
  expect((await owners.findByRole('link', { name: 'a@b.test' })).getAttribute('href')).toBe('mailto:a@b.test')
  expect(
    within(screen.getByRole(...region('Links')))
      .getByRole('link', { name: /^Runbook/ })
      .getAttribute('href'),
  ).toBe('https://wiki.test/run')
  expect(within(screen.getByRole(...region('Labels'))).getByText('tier').title).toBe('acme.test/tier')
  const freshness = within(screen.getByRole(...region('Freshness')))
  expect(await freshness.findByText('Older than its source')).toBeTruthy()
  expect(freshness.getByText('1 hour ago')).toBeTruthy()
  expect(freshness.getByText('in 2 hours')).toBeTruthy()
  expect(freshness.getByRole('link', { name: /catalog-info.yaml, line 7/ }).getAttribute('href')).toBe(
    'https://code.test/quotes/catalog-info.yaml',
  )
})

test('the panel that answers why has the state, reasons, errors with their location, conflicts, sources and what happens next', async () => {
  const { screen, user, router } = open(component({}))
  await user.click(await screen.findByRole('button', { name: 'Why is it like this?' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Why this entity is as it is' }))
  expect(await panel.findByText('Its source cannot be read')).toBeTruthy()
  expect(panel.getByText(/^It is tried again at Jan 2, 2026, \d+:04:05.[AP]M; until then/)).toBeTruthy()
  expect(panel.getByText('url:https://code.test/quotes:9 · spec.owner')).toBeTruthy()
  expect(panel.getByText(/url:a has the name; url:b has been refused since/)).toBeTruthy()
  expect(panel.getByText('by a user')).toBeTruthy()
  expect(router.state.location.search).toBe('?why=')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('refreshing requests it, waits until the source was read, and refetches the entity', async () => {
  let reads = 0
  const { screen, user, requests } = open(component({}), {
    answers: [
      answer(catalogApi.refreshEntity, undefined),
      answer(catalogApi.explainEntity, () => {
        const asked = requests.some(({ path }) => path === '/refresh')
        return asked && ++reads > 1 ? { ...explained, lastRead: { at: new Date().toISOString(), result: 'changed' as const } } : explained
      }),
    ],
  })
  await user.click(await screen.findByRole('button', { name: 'Refresh entity' }))
  expect(await screen.findByText('The entity was read again')).toBeTruthy()
  const asked = requests.findIndex(({ path }) => path === '/refresh')
  expect(requests[asked]?.body).toEqual({ entityRef: 'component:default/quotes' })
  expect(requests.slice(asked).map(({ path }) => path)).toContain('/entities/by-name/component/default/quotes')
})

test('the orphan warning is there when the annotation is true, and only then; its words delete [CAT-042, CAT-043, CAT-073]', async () => {
  const words = 'This entity is not referenced by any location and is therefore not receiving updates. Click here to delete.'
  const orphan = (value?: string) => component({ metadata: { ...(value && { annotations: { 'backstage.io/orphan': value } }) } })
  const { screen, user, requests } = open(orphan('true'), { answers: [answer(catalogApi.deleteEntityByUid, undefined)] })
  expect((await screen.findByRole('note')).textContent).toBe(words)
  await user.click(screen.getByRole('button', { name: 'Click here' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Quote engine' }))
  await user.click(dialog.getByRole('button', { name: 'Delete entity' }))
  await waitFor(() => expect(requests.find(({ method }) => method === 'DELETE')?.path).toBe('/entities/by-uid/u-1'))
  for (const value of ['false', undefined]) {
    const other = open(orphan(value)).screen
    await other.findByRole(...region('Freshness'))
    expect(other.queryByText(/not referenced by any location/)).toBeNull()
  }
})

test("the entity's own processing errors and those of its ancestors are shown with their names and messages [CAT-044, CAT-045, CAT-118]", async () => {
  const failed = (name: string, message: string) => ({
    items: [{ type: 'backstage.io/catalog-processing', level: 'error' as const, message, error: { name, message } }],
  })
  const entity = component({ status: failed('InputError', `spec.type is missing ${script}`) })
  const parent: Entity = {
    ...component({}),
    kind: 'Location',
    metadata: { name: 'root', namespace: 'default' },
    status: failed('NotFoundError', 'no such file'),
  }
  const items = [
    { entity, parentEntityRefs: ['location:default/root'] },
    { entity: parent, parentEntityRefs: [] },
  ]
  const { screen } = open(entity, { answers: [answer(catalogApi.getEntityAncestry, { rootEntityRef: 'component:default/quotes', items })] })
  const own = await screen.findByRole('alert', { name: /^The current version of this entity could not be processed/ })
  expect(own.textContent).toContain(`InputErrorspec.type is missing ${script}`)
  const ancestors = await screen.findByRole('alert', { name: /^A source of this entity has errors/ })
  expect(ancestors.textContent).toContain('NotFoundErrorno such file')
  expect(within(ancestors).getByRole('link', { name: /root$/ })).toBeTruthy()
})

test('relations to missing entities are named in a warning [CAT-117]', async () => {
  const { screen } = open(
    component({
      relations: [
        { type: 'ownedBy', targetRef: 'group:default/missing-team' },
        { type: 'dependsOn', targetRef: 'resource:default/there' },
        { type: 'dependsOn', targetRef: 'resource:default/missing-db' },
      ],
    }),
  )
  const warning = await screen.findByRole('note', { name: 'This entity has relations to others that are not in the catalog:' })
  expect(
    within(warning)
      .getAllByRole('link')
      .map(link => link.textContent),
  ).toEqual(['group:missing-team', 'resource:missing-db'])
  expect(within(screen.getByRole(...region('Ownership'))).getByText('Not in the catalog')).toBeTruthy()
})

test('every pair of relations has its card, and of 5,000 only what is on the screen is read', async () => {
  const relations = [
    ...Array.from({ length: 5000 }, (_, index) => ({
      type: 'hasPart',
      targetRef: `component:default/part-${String(index).padStart(4, '0')}`,
    })),
    ...[
      'providesApi',
      'consumesApi',
      'dependsOn',
      'dependencyOf',
      'partOf',
      'parentOf',
      'childOf',
      'memberOf',
      'hasMember',
      'ownerOf',
      'watches',
    ].map(type => ({ type, targetRef: `resource:default/${type.toLowerCase()}` })),
  ]
  const { screen, user, requests, router } = open(component({ relations }))
  const structure = within(await screen.findByRole(...region('Structure')))
  expect(
    ['APIs', 'Dependencies', 'Groups', 'Membership', 'Owned', 'Other relations'].map(name => screen.getAllByRole(...region(name)).length),
  ).toEqual(Array(6).fill(1))
  const rows = within(structure.getByRole('table', { name: 'Contains' }))
  expect(await rows.findByRole('link', { name: 'The part-0004' })).toBeTruthy()
  expect(rows.getAllByRole('row')).toHaveLength(6)
  const asked = () =>
    requests.filter(({ path }) => path === '/entities/by-refs').map(({ body }) => (body as { entityRefs: string[] }).entityRefs)
  expect(
    asked()
      .flat()
      .filter(ref => ref.includes('part-')).length,
  ).toBeLessThanOrEqual(5)
  await user.click(structure.getByRole('button', { name: 'Show all 5,000' }))
  expect(router.state.location.search).toBe('?relation=hasPart')
  expect(await structure.findByRole('link', { name: 'The part-0019' })).toBeTruthy()
  await user.click(structure.getByRole('button', { name: 'Next page' }))
  expect(await structure.findByRole('link', { name: 'The part-0020' })).toBeTruthy()
  await user.type(structure.getByRole('searchbox'), '4999')
  expect(await structure.findByRole('link', { name: 'The part-4999' })).toBeTruthy()
  expect(Math.max(...asked().map(refs => refs.length))).toBeLessThanOrEqual(60)
})

test('200 tags, a title of 10 kB, names from right to left and emoji, and HTML in every field are only text', async () => {
  const entity = component({
    metadata: {
      title: `📦 خدمة ${script} ${'x'.repeat(10_000)}`,
      description: `${script} [run](javascript:alert(1)) ${'word '.repeat(400)}`,
      tags: Array.from({ length: 200 }, (_, index) => `tag-${index}`),
      labels: { [script]: script },
      annotations: {
        'backstage.io/source-location': 'url:javascript:alert(1)',
        'backstage.io/edit-url': 'javascript:alert(1)',
        [script]: script,
      },
      links: [
        { url: ' java\nscript:alert(1)', title: 'Trap' },
        { url: 'data:text/html,x', title: script },
      ],
    },
    spec: { type: script, lifecycle: script },
    relations: [{ type: script, targetRef: 'not a ref at all' }],
  })
  const { screen, user } = open(entity)
  const heading = await screen.findByRole('heading', { level: 1, name: /^📦 خدمة/ })
  expect(heading.querySelector('[dir="auto"]')).toBeTruthy()
  const about = within(screen.getByRole(...region('About')))
  expect(about.getAllByRole('link', { name: /^tag-/ })).toHaveLength(8)
  await user.click(about.getByRole('button', { name: '192 more' }))
  expect(await screen.findByRole('link', { name: 'tag-199' })).toBeTruthy()
  const links = within(screen.getByRole(...region('Links')))
  expect(links.queryAllByRole('link')).toEqual([])
  expect(links.getAllByText('This address is not followed: it would run a script')).toHaveLength(2)
  expect(screen.queryByRole('link', { name: /View source|Edit/ })).toBeNull()
  expect(document.querySelectorAll('img[src="x"], a[href^="javascript"], a[href^="data"]')).toHaveLength(0)
  expect('hacked' in window).toBe(false)
  await user.click(about.getByRole('button', { name: 'Show more' }))
  expect(about.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
})

test('an entity without an owner says so', async () => {
  const { screen } = open(component({ spec: { owner: '' } }))
  expect(await screen.findByText('No owner')).toBeTruthy()
  expect(screen.queryByRole(...region('Ownership'))).toBeNull()
})

const calls = [
  ['relations', catalogApi.getEntitiesByRefs, 'The details of these could not be loaded'],
  ['explanation', catalogApi.explainEntity, 'Could not find out when this was last read'],
  ['history', catalogApi.getEntityHistory, 'The history could not be loaded'],
  ['ancestry', catalogApi.getEntityAncestry, undefined],
] as const

test.each(calls)('when the %s fail or never arrive, the rest of the page stays usable', async (_name, route, message) => {
  const entity = component({
    metadata: { description: 'Prices parcels' },
    relations: [{ type: 'dependsOn', targetRef: 'resource:default/db' }],
  })
  const failing = { route, answer: () => new AppError('Error', 'boom') }
  const { screen } = open(entity, { answers: [failing] })
  if (message) expect(await screen.findByText(message)).toBeTruthy()
  expect(await screen.findByText('Prices parcels')).toBeTruthy()
  expect(await screen.findByRole('link', { name: /db$/ })).toBeTruthy()
  const { screen: slow, user } = open(entity, { answers: [{ route, answer: () => new Promise(() => {}) }] })
  expect(await slow.findByRole('link', { name: /db$/ })).toBeTruthy()
  await user.click(within(slow.getByRole('main')).getByRole('button', { name: 'More' }))
  expect(await slow.findByRole('menuitem', { name: 'Inspect entity' })).toBeTruthy()
})

test("a card that throws is its own plugin's error, and one may replace another", async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  function Broken(): never {
    throw new Error('out of order')
  }
  const cards = defineWebPlugin({
    id: 'cards',
    fills: [
      entityCards.fill({ name: 'broken', place: 'side', View: Broken }),
      entityCards.fill({
        name: 'profile',
        place: 'main',
        order: 5,
        replaces: ['catalog/about'],
        View: () => <section aria-label="Profile" />,
      }),
    ],
  })
  const { screen } = open(component({}), { plugins: [cards] })
  expect(await screen.findByText('Error in cards')).toBeTruthy()
  expect(screen.getByRole(...region('Profile'))).toBeTruthy()
  expect(screen.queryByRole(...region('About'))).toBeNull()
  expect(screen.getByRole(...region('Freshness'))).toBeTruthy()
})
