import { catalogApi, entityRefOf, type Entity, type EntityFacets } from '@portico/catalog/common'
import { catalogWeb, EntityProvider, entityCards } from '@portico/catalog/web'
import { unavailableError } from '@portico/core/common'
import { homeWeb } from '@portico/home/web'
import { defineWebPlugin, useSlot } from '@portico/core/web'
import { answer, renderPage, testSession, type AnsweredRequest, type RouteAnswer } from '@portico/core/testing/web'
import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { orgWeb } from './index.tsx'

function entityOf(
  kind: string,
  name: string,
  more: {
    readonly profile?: object
    readonly title?: string
    readonly description?: string
    readonly type?: string
    readonly links?: readonly string[]
  } = {},
): Entity {
  const { profile, title, description, type, links = [] } = more
  const relations = links.map(link => ({ type: link.split(' ')[0] ?? '', targetRef: link.split(' ')[1] ?? '' }))
  return {
    apiVersion: 'backstage.io/v1alpha1',
    kind,
    metadata: { name, ...(title && { title }), ...(description && { description }) },
    spec: { ...(profile && { profile }), ...(type && { type }) },
    relations,
  }
}

const g = (name: string) => `group:default/${name}`
const u = (name: string) => `user:default/${name}`
const people = Array.from({ length: 5000 }, (_, index) =>
  entityOf('User', `person-${String(index).padStart(4, '0')}`, {
    profile: { email: `p${index}@acme.example` },
    links: [`memberOf ${g('crowd')}`],
  }),
)

interface Answers {
  readonly entities?: readonly Entity[]
  /** By the owner, member or parent that is asked for. */
  readonly facets?: (body: { facets: string[]; query: Record<string, unknown> }) => EntityFacets['facets']
  readonly first?: readonly RouteAnswer[]
}

type Query = Record<string, string | { $in?: string[] } | undefined>

/** A fake that answers queries by relation as the server does. */
function byQuery(entities: readonly Entity[]) {
  return (request: AnsweredRequest) => {
    const body = request.body as { query: Query; limit?: number; offset?: number; fullTextFilter?: { term: string } }
    const { query, limit = 200, offset = 0, fullTextFilter } = body
    const isRoots = '$all' in query
    const found = entities.filter(entity => {
      const of = (type: string) =>
        (entity.relations ?? []).filter(relation => relation.type.toLowerCase() === type).map(({ targetRef }) => targetRef)
      if (isRoots) return entity.kind === 'Group' && of('childof').length === 0
      if (entity.kind.toLowerCase() !== query['kind']) return false
      if (fullTextFilter && !entity.metadata.name.includes(fullTextFilter.term)) return false
      return Object.entries(query)
        .filter(([key]) => key.startsWith('relations.'))
        .every(([key, wanted]) =>
          of(key.slice(10)).some(ref => (typeof wanted === 'string' ? [wanted] : (wanted?.$in ?? [])).includes(ref)),
        )
    })
    return { items: found.slice(offset, offset + limit), totalItems: found.length, pageInfo: {} }
  }
}

function answersOf({ entities = [], facets = () => ({}), first = [] }: Answers): RouteAnswer[] {
  const known = new Map(entities.map(entity => [entityRefOf(entity), entity]))
  return [
    ...first,
    answer(catalogApi.getEntitiesByRefs, request => ({
      items: (request.body as { entityRefs: string[] }).entityRefs.map(ref => known.get(ref) ?? null),
    })),
    answer(catalogApi.queryEntitiesByPredicate, byQuery(entities)),
    answer(catalogApi.getEntityFacetsByPredicate, request => ({ facets: facets(request.body as never) })),
  ]
}

/** A page that shows the cards that plugins have for an entity. */
function openCards(entity: Entity, given: Answers = {}) {
  function Cards() {
    const cards = useSlot(entityCards, { context: entity })
    return (
      <EntityProvider entity={entity}>
        {cards.map(({ id, item }) => (
          <item.View key={id} />
        ))}
      </EntityProvider>
    )
  }
  const page = defineWebPlugin({ id: 'page', pages: [{ path: '/cards', title: 'Cards', load: () => Promise.resolve({ default: Cards }) }] })
  return renderPage({ plugins: [catalogWeb, orgWeb, page], path: '/cards', answers: answersOf(given) })
}

const crew = entityOf('Group', 'crew', {
  title: 'Crew',
  description: 'Runs the ship.',
  type: 'team',
  profile: { displayName: 'The Crew', email: 'crew@acme.example' },
  links: [`childOf ${g('fleet')}`, `parentOf ${g('deck')}`, `hasMember ${u('jane')}`, `hasMember ${u('ghost')}`],
})
const jane = entityOf('User', 'jane', {
  profile: { displayName: 'Jane Doe', email: 'jane@acme.example' },
  links: [`memberOf ${g('crew')}`],
})
const deck = entityOf('Group', 'deck', { links: [`childOf ${g('crew')}`] })
const bob = entityOf('User', 'bob', { title: 'Bob', links: [`memberOf ${g('deck')}`] })
const fleet = entityOf('Group', 'fleet', { links: [`parentOf ${g('crew')}`] })
const entities = [crew, jane, deck, bob, fleet]

test('a group’s page has its profile, members and what it owns [ORG-01] [ORG-02]', async () => {
  const { screen } = openCards(crew, {
    entities,
    facets: ({ facets }) =>
      facets[0] === 'kind'
        ? { kind: [{ value: 'Component', count: 3 }] }
        : {
            'spec.type': [
              { value: 'service', count: 2 },
              { value: 'website', count: 1 },
            ],
          },
  })
  const profile = await screen.findByRole('region', { name: 'Profile' })
  expect(profile.textContent).toContain('The Crew')
  expect(profile.textContent).toContain('Runs the ship.')
  expect(within(profile).getByRole('link', { name: 'crew@acme.example' }).getAttribute('href')).toBe('mailto:crew@acme.example')
  expect(
    within(within(profile).getByRole('list', { name: 'Part of' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/catalog/default/group/fleet')
  expect(
    within(within(profile).getByRole('list', { name: 'Groups below' }))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/catalog/default/group/deck')
  const members = await screen.findByRole('region', { name: 'Members (1)' })
  expect(within(members).getByRole('link', { name: 'Jane Doe' })).toBeTruthy()
  const owned = await screen.findByRole('region', { name: 'Ownership' })
  const link = await within(owned).findByRole('link', { name: /service 2/ })
  expect(Object.fromEntries(new URLSearchParams(link.getAttribute('href')?.split('?')[1]))).toEqual({
    'filters[kind]': 'component',
    'filters[type][]': 'service',
    'filters[owners][]': g('crew'),
    'filters[user]': 'all',
  })
  expect(within(owned).getByRole('link', { name: /Component 3/ })).toBeTruthy()
})

test('a user’s page has their profile, their groups and what these own [ORG-01] [ORG-02]', async () => {
  const asked: unknown[] = []
  const { screen, user } = openCards(jane, {
    entities,
    facets: ({ query }) => {
      asked.push(query)
      return {}
    },
  })
  const profile = await screen.findByRole('region', { name: 'Profile' })
  expect(profile.textContent).toContain('Jane Doe')
  expect(within(profile).getByRole('link', { name: 'jane@acme.example' }).getAttribute('href')).toBe('mailto:jane@acme.example')
  expect(await within(profile).findByRole('link', { name: 'The Crew' })).toBeTruthy()
  expect(await screen.findByText('Owns nothing yet')).toBeTruthy()
  expect(asked.at(-1)).toEqual({ 'relations.ownedby': { $in: [u('jane'), g('crew')] } })
  await user.click(screen.getByRole('switch', { name: 'Include their groups' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ 'relations.ownedby': { $in: [u('jane')] } }))
})

test('members of the groups below are shown when wanted, each with their groups', async () => {
  const { screen, user } = openCards(crew, { entities })
  const members = await screen.findByRole('region', { name: /^Members/ })
  await user.click(within(members).getByRole('switch', { name: 'Include groups below' }))
  expect(await within(members).findByRole('link', { name: 'Bob' })).toBeTruthy()
  expect(within(members).getByRole('link', { name: 'Jane Doe' })).toBeTruthy()
  expect(within(members).getByRole('link', { name: 'deck' })).toBeTruthy()
})

test('members that are not in the catalog are counted, and named on demand', async () => {
  const { screen, user } = openCards(crew, { entities })
  expect(await screen.findByText('Members that are not in the catalog: 1', { exact: false })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show names' }))
  expect(await screen.findByRole('link', { name: 'ghost' })).toBeTruthy()
})

test('a group of 5,000 members is paged and searched by the server', async () => {
  const crowd = entityOf('Group', 'crowd', { links: people.map(person => `hasMember ${entityRefOf(person)}`) })
  const { screen, user, requests } = openCards(crowd, { entities: [crowd, ...people] })
  const members = await screen.findByRole('region', { name: 'Members (5,000)' })
  expect(within(members).getAllByRole('row')).toHaveLength(11)
  await user.click(within(members).getByRole('button', { name: 'Next page' }))
  expect(await within(members).findByRole('link', { name: 'person-0010' })).toBeTruthy()
  await user.type(within(members).getByRole('searchbox'), '4999')
  expect(await within(members).findByRole('link', { name: 'person-4999' })).toBeTruthy()
  const limits = requests.map(({ body }) => body as { limit?: number; query?: Query }).filter(body => body?.query?.['kind'] === 'user')
  expect(Math.max(...limits.map(({ limit }) => limit ?? 0))).toBe(10)
})

test('a group without members says so', async () => {
  const { screen } = openCards(entityOf('Group', 'empty'))
  expect(await screen.findByText('Nobody is in this group')).toBeTruthy()
})

test('names that look like markup are shown as text, and an address that runs a script is not a link', async () => {
  const wild = '<img src=x onerror=alert(1)>'
  const evil: Entity = {
    ...entityOf('User', 'evil', { profile: { displayName: wild, email: `${wild}"@x` }, description: wild }),
    metadata: { name: 'evil', description: wild, tags: [wild], annotations: { 'backstage.io/edit-url': 'javascript:alert(1)' } },
  }
  const { screen } = openCards(evil)
  const profile = await screen.findByRole('region', { name: 'Profile' })
  expect(within(profile).getAllByText(wild).length).toBeGreaterThan(1)
  expect(document.querySelector('img')).toBeNull()
  expect(within(profile).queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(document.querySelector('a[href^="javascript:"]')).toBeNull()
})

test('when members cannot be loaded, the profile and the ownership stay, and vice versa', async () => {
  const away = unavailableError('away')
  const one = openCards(crew, { entities, first: [answer(catalogApi.queryEntitiesByPredicate, away)] })
  expect(await one.screen.findByText('Could not load the members')).toBeTruthy()
  expect(one.screen.getByRole('region', { name: 'Profile' })).toBeTruthy()
  expect(await one.screen.findByText('Owns nothing yet')).toBeTruthy()
  const other = openCards(crew, { entities, first: [answer(catalogApi.getEntityFacetsByPredicate, away)] })
  expect(await other.screen.findByText('Could not load what is owned')).toBeTruthy()
  expect(await other.screen.findByRole('link', { name: 'Jane Doe' })).toBeTruthy()
})

test('a slow answer about members blocks nothing else', async () => {
  const never = answer(catalogApi.queryEntitiesByPredicate, () => new Promise<never>(() => undefined))
  const { screen } = openCards(crew, { entities, first: [never] })
  expect(await screen.findByText('Owns nothing yet')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Profile' })).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Members' })).toBeTruthy()
})

const chartFacets: Answers['facets'] = ({ facets }) =>
  facets[0] === 'relations.childof'
    ? { 'relations.childof': ['fleet', 'crew', 'ring-a', 'ring-b', 'gone'].map(name => ({ value: g(name), count: 1 })) }
    : { 'relations.memberof': [{ value: g('crew'), count: 12 }] }
const chart = [
  ...entities,
  ...['a', 'b'].map(letter => {
    const other = letter === 'a' ? 'b' : 'a'
    const ring = entityOf('Group', `ring-${letter}`, { links: [`childOf ${g(`ring-${other}`)}`] })
    return { ...ring, spec: { parent: `ring-${other}` } }
  }),
  entityOf('Group', 'stray', { links: [`childOf ${g('gone')}`] }),
]

test('the org chart opens level by level, with members counted', async () => {
  const { screen, user } = renderPage({
    plugins: [catalogWeb, orgWeb],
    path: '/org',
    answers: answersOf({ entities: chart, facets: chartFacets }),
  })
  const tree = await screen.findByRole('list', { name: 'Groups of the organisation' })
  expect(await within(tree).findByRole('link', { name: 'The Crew' })).toBeTruthy()
  expect(within(tree).queryByRole('link', { name: 'deck' })).toBeNull()
  expect(within(tree).getByText('Members: 12')).toBeTruthy()
  await user.click(within(tree).getByRole('button', { name: 'Show groups below The Crew' }))
  expect(await within(tree).findByRole('link', { name: 'deck' })).toBeTruthy()
  await user.click(within(tree).getByRole('button', { name: 'Hide groups below The Crew' }))
  expect(within(tree).queryByRole('link', { name: 'deck' })).toBeNull()
})

test('groups in a circle and under a missing group are in the chart, and the circle ends', async () => {
  const { screen, user } = renderPage({
    plugins: [catalogWeb, orgWeb],
    path: '/org',
    answers: answersOf({ entities: chart, facets: chartFacets }),
  })
  expect(await screen.findByText('in a circle, without a group above')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show groups below ring-a' }))
  await user.click(await screen.findByRole('button', { name: 'Show groups below ring-b' }))
  expect(await screen.findByText('already above: these groups are in a circle')).toBeTruthy()
  expect(screen.getByText('not in the catalog')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show groups below gone' }))
  expect(await screen.findByRole('link', { name: 'stray' })).toBeTruthy()
})

test('the chart of one group begins there', async () => {
  const { screen } = renderPage({
    plugins: [catalogWeb, orgWeb],
    path: '/org?root=crew',
    answers: answersOf({ entities: chart, facets: chartFacets }),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'The Crew' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'deck' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'fleet' })).toBeNull()
})

test('a chart that cannot be loaded says why, an empty one says what to do', async () => {
  const first = [answer(catalogApi.queryEntitiesByPredicate, unavailableError('away'))]
  const failing = renderPage({ plugins: [catalogWeb, orgWeb], path: '/org', answers: answersOf({ first }) })
  expect(await failing.screen.findByText('Could not load the groups')).toBeTruthy()
  const empty = renderPage({ plugins: [catalogWeb, orgWeb], path: '/org', answers: answersOf({}) })
  expect(await empty.screen.findByText('There are no groups yet')).toBeTruthy()
})

test('the teams of the signed-in user are in the sidebar, except those that are not in the catalog', async () => {
  const { screen } = renderPage({
    plugins: [catalogWeb, orgWeb],
    path: '/org',
    answers: answersOf({ entities: chart, facets: chartFacets }),
    session: () => testSession(u('jane'), { ownershipEntityRefs: [u('jane'), g('crew'), g('nowhere')] }),
  })
  const [navigation] = (await screen.findAllByRole('navigation', { name: 'Main navigation' })) as [HTMLElement]
  expect((await within(navigation).findByRole('link', { name: 'The Crew' })).getAttribute('href')).toBe('/catalog/default/group/crew')
  await waitFor(() => expect(within(navigation).queryByRole('link', { name: 'nowhere' })).toBeNull())
})

test('the home page lists the teams of the signed-in user, or says that there are none', async () => {
  const answers = answersOf({ entities: chart, facets: chartFacets })
  const session = () => testSession(u('jane'), { ownershipEntityRefs: [u('jane'), g('crew')] })
  const member = renderPage({ plugins: [homeWeb, catalogWeb, orgWeb], answers, session })
  const widget = within(await member.screen.findByRole('region', { name: 'My teams' }))
  expect((await widget.findByRole('link', { name: 'The Crew' })).getAttribute('href')).toBe('/catalog/default/group/crew')
  const alone = renderPage({ plugins: [homeWeb, catalogWeb, orgWeb], answers })
  const folded = within(await alone.screen.findByRole('region', { name: 'My teams' }))
  expect(await folded.findByText(/that name you as a member/)).toBeTruthy()
})
