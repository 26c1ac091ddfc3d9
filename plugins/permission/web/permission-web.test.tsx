import { basicPermission, limitGuests, notAllowedError, resourcePermission, unavailableError } from '@portico/core/common'
import { answer, renderPage, testSession, type AnsweredRequest } from '@portico/core/testing/web'
import {
  defineWebPlugin,
  permissionApiRef,
  query,
  RequestErrorPanel,
  RequirePermission,
  usePermission,
  useQuery,
  type PermissionQuery,
} from '@portico/core/web'
import { permissionApi, type Answer, type Check } from '@portico/permission/common'
import { expect, test } from 'vitest'
import { permissionWeb } from './index.tsx'

const manage = basicPermission('shelf.manage', 'update')
const lend = resourcePermission('book.lend', 'book', 'update')
const enabled = { permission: { enabled: true } }
const batched = { permission: { enabled: true, EXPERIMENTAL_enableBatchedRequests: true } }

function Verdict({ name, ...query }: PermissionQuery & { name: string }) {
  const { loading, allowed, error } = usePermission(query)
  return <output aria-label={name}>{loading ? 'loading' : `${allowed}${error ? `: ${error.message}` : ''}`}</output>
}

function shelf(View: () => React.ReactNode) {
  return defineWebPlugin({ id: 'shelf', pages: [{ path: '/', title: 'Shelf', load: async () => ({ default: View }) }] })
}

const checksOf = ({ body }: AnsweredRequest) => (body as { items: Check[] }).items
const answers = (decide: (check: Check) => Answer['result']) =>
  answer(permissionApi.authorize, request => ({
    items: checksOf(request).map(check => ({ id: check.id, result: decide(check) })) as Answer[],
  }))
const asked = (requests: readonly AnsweredRequest[]) => requests.filter(({ url }) => url.endsWith('/permission/authorize'))

function open(View: () => React.ReactNode, options: Partial<Parameters<typeof renderPage>[0]> = {}) {
  return renderPage({ plugins: [permissionWeb, shelf(View)], config: enabled, ...options })
}

test('a check is loading until it is answered, and then allowed if the answer is ALLOW [PERM-06, PERM-15, PERM-16]', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { screen } = open(() => <Verdict name="manage" permission={manage} />, {
    answers: [
      answer(permissionApi.authorize, async request => {
        await promise
        return { items: checksOf(request).map(({ id }) => ({ id, result: 'ALLOW' as const })) }
      }),
    ],
  })
  expect((await screen.findByRole('status', { name: 'manage' })).textContent).toBe('loading')
  resolve()
  expect(await screen.findByText('true')).toBeTruthy()
})

test.each(['DENY', 'CONDITIONAL'] as const)('a check that is answered %s is not allowed [PERM-16]', async result => {
  const { screen } = open(() => <Verdict name="manage" permission={manage} />, { answers: [answers(() => result as 'DENY')] })
  expect(await screen.findByText('false')).toBeTruthy()
})

test('a check that fails is not allowed, and says what failed [PERM-13, PERM-18]', async () => {
  const { screen } = open(() => <Verdict name="manage" permission={manage} />, {
    answers: [answer(permissionApi.authorize, notAllowedError('Only a user may call this'))],
  })
  expect(await screen.findByText('false: Only a user may call this')).toBeTruthy()
})

test('an unavailable server is asked again, and until then nothing is allowed [PERM-18]', async () => {
  let away = true
  const { screen, portal } = open(() => <Verdict name="manage" permission={manage} />, {
    answers: [
      answer(permissionApi.authorize, request =>
        away ? unavailableError('The server is away') : { items: checksOf(request).map(({ id }) => ({ id, result: 'ALLOW' as const })) },
      ),
    ],
  })
  expect(await screen.findByText('false: The server is away')).toBeTruthy()
  away = false
  expect(await portal.apis.get(permissionApiRef).authorize({ permission: manage })).toEqual({ result: 'ALLOW' })
})

test.each([
  ['another id', (items: Answer[]) => items.map(each => ({ ...each, id: 'other' }))],
  ['an answer too many', (items: Answer[]) => [...items, { id: 'more', result: 'ALLOW' as const }]],
  ['none', () => []],
  ['nothing at all', () => undefined as unknown as Answer[]],
])('answers with %s are refused as a whole [PERM-03]', async (_, change) => {
  const { screen } = open(() => <Verdict name="manage" permission={manage} />, {
    answers: [
      answer(permissionApi.authorize, request => ({
        items: change(checksOf(request).map(({ id }) => ({ id, result: 'ALLOW' as const }))),
      })),
    ],
  })
  expect(await screen.findByText('false: Items in response do not match request')).toBeTruthy()
})

test('while permissions are disabled everything is allowed at once, and nothing is requested [PERM-05]', async () => {
  const { screen, requests } = open(
    () => (
      <>
        <Verdict name="manage" permission={manage} />
        <Verdict name="lend" permission={lend} />
      </>
    ),
    { config: {} },
  )
  expect((await screen.findByRole('status', { name: 'manage' })).textContent).toBe('true')
  expect(screen.getByRole('status', { name: 'lend' }).textContent).toBe('true')
  expect(asked(requests)).toEqual([])
})

test('a permission about a resource is denied while it is not named, without a request [PERM-17]', async () => {
  const { screen, requests } = open(() => <Verdict name="lend" permission={lend} />)
  expect((await screen.findByRole('status', { name: 'lend' })).textContent).toBe('false')
  expect(asked(requests)).toEqual([])
})

const Many = () => (
  <>
    <Verdict name="manage" permission={manage} />
    <Verdict name="again" permission={manage} />
    <Verdict name="dune" permission={lend} resourceRef="book:dune" />
    <Verdict name="emma" permission={lend} resourceRef="book:emma" />
  </>
)

test('each check is a request of its own, the same one only once [PERM-07, PERM-10]', async () => {
  const { screen, requests } = open(Many, { answers: [answers(({ resourceRef }) => (resourceRef === 'book:emma' ? 'DENY' : 'ALLOW'))] })
  await screen.findByText('false')
  expect(['manage', 'again', 'dune', 'emma'].map(name => screen.getByRole('status', { name }).textContent)).toEqual([
    'true',
    'true',
    'true',
    'false',
  ])
  const checks = asked(requests).map(checksOf)
  expect(checks.map(items => items.length)).toEqual([1, 1, 1])
  expect(checks.flat().map(({ permission, resourceRef }) => [permission, resourceRef])).toEqual([
    [manage, undefined],
    [lend, 'book:dune'],
    [lend, 'book:emma'],
  ])
})

test('under the experimental setting they go together, with a list of resources each [PERM-07]', async () => {
  const decide = ({ resourceRef }: Check): Answer['result'] =>
    Array.isArray(resourceRef) ? resourceRef.map(ref => (ref === 'book:emma' ? 'DENY' : 'ALLOW')) : 'ALLOW'
  const { screen, requests } = open(Many, { config: batched, answers: [answers(decide)] })
  expect(await screen.findByText('false')).toBe(screen.getByRole('status', { name: 'emma' }))
  expect(screen.getByRole('status', { name: 'dune' }).textContent).toBe('true')
  expect(asked(requests).map(checksOf)).toEqual([
    [
      { id: expect.any(String), permission: manage },
      { id: expect.any(String), permission: lend, resourceRef: ['book:dune', 'book:emma'] },
    ],
  ])
})

test('a single result for a list counts for all of it, and a list of another length for none of it [PERM-03, PERM-07]', async () => {
  const { screen } = open(Many, { config: batched, answers: [answers(() => 'ALLOW')] })
  await expect.poll(() => screen.queryAllByText('true').length).toBe(4)
  const wrong = open(Many, { config: batched, answers: [answers(({ resourceRef }) => (resourceRef ? ['ALLOW'] : 'ALLOW'))] })
  await expect.poll(() => wrong.screen.queryAllByText('false: Items in response do not match request').length).toBe(4)
})

test('the request carries the token of whoever is signed in, and none when the caller is anonymous [PERM-11, PERM-19]', async () => {
  const { screen, requests } = open(() => <Verdict name="manage" permission={manage} />, { answers: [answers(() => 'ALLOW')] })
  await screen.findByText('true')
  expect(asked(requests)[0]?.headers.get('authorization')).toBe('Bearer test-token')

  const stranger = open(() => <h1>Shelf</h1>, { user: undefined, answers: [answers(() => 'DENY')] })
  // Nobody reaches a plugin's page before signing in; code that asks all the same sends no token.
  expect(await stranger.screen.findByRole('button', { name: 'Enter' })).toBeTruthy()
  expect(stranger.screen.queryByRole('heading', { name: 'Shelf' })).toBeNull()
  expect(await stranger.portal.apis.get(permissionApiRef).authorize({ permission: manage })).toEqual({ result: 'DENY' })
  expect(asked(stranger.requests)[0]?.headers.has('authorization')).toBe(false)
})

test('what is not allowed is not shown: the screen names the permission and the roles that carry it [PERM-09]', async () => {
  const View = () => (
    <RequirePermission permission={lend} resourceRef="book:emma">
      <h2>Lend Emma</h2>
    </RequirePermission>
  )
  const roles = [
    { role: 'admin', description: 'May do everything' },
    { role: 'lender', conditional: true as const },
  ]
  const { screen } = open(View, {
    answers: [
      answers(() => 'DENY'),
      answer(permissionApi.getRefusal, { permission: 'book.lend', resourceRef: 'book:emma', grantedBy: roles, deniedBy: ['barred'] }),
    ],
  })
  const refusal = await screen.findByRole('alert')
  for (const words of ['You may not do this', 'book.lend', 'book:emma', 'admin', 'May do everything', 'lender', 'barred']) {
    expect(refusal.textContent).toContain(words)
  }
  expect(screen.queryByRole('heading', { name: 'Lend Emma' })).toBeNull()
  const allowed = open(View, { answers: [answers(() => 'ALLOW')] })
  expect(await allowed.screen.findByRole('heading', { name: 'Lend Emma' })).toBeTruthy()
})

test('a refusal shows the permission also when the roles are unknown, and its position can be left empty', async () => {
  const { screen } = open(
    () => (
      <>
        <RequirePermission permission={manage}>
          <h2>Shelves</h2>
        </RequirePermission>
        <RequirePermission permission={manage} refused={<p>Nothing here</p>}>
          <h2>More shelves</h2>
        </RequirePermission>
      </>
    ),
    { answers: [answers(() => 'DENY')] },
  )
  expect((await screen.findByRole('alert')).textContent).toContain('shelf.manage')
  expect(screen.getByText('Nothing here')).toBeTruthy()
})

test('a request that is refused for a missing permission names it too [PERM-09]', async () => {
  const View = () => {
    const { error } = useQuery(query(permissionApi.getHealth))
    return error && <RequestErrorPanel error={error} />
  }
  const details = { permission: 'shelf.manage', grantedBy: [{ role: 'keeper' }] }
  const { screen } = open(View, {
    answers: [answer(permissionApi.getHealth, notAllowedError('The permission shelf.manage is needed for this', { details }))],
  })
  expect((await screen.findByRole('alert')).textContent).toMatch(/shelf\.manage.*keeper/)
})

test('a guest of an exposed portal is shown nothing that guests are kept from, also without permissions, and is told why', async () => {
  const burn = limitGuests(basicPermission('book.burn', 'delete'))
  const read = limitGuests(resourcePermission('book.read', 'book'), { rule: 'IS_LENT_TO', param: 'users' })
  const View = () => (
    <>
      <Verdict name="manage" permission={manage} />
      <Verdict name="read" permission={read} resourceRef="book:emma" />
      <RequirePermission permission={burn}>
        <h2>Burn</h2>
      </RequirePermission>
    </>
  )
  const session = testSession('user:development/guest')
  const exposed = { ...session, backstageIdentity: { ...session.backstageIdentity, guest: 'exposed' as const } }
  const { screen, requests } = open(View, { config: {}, session: () => exposed, answers: [answers(() => 'DENY')] })
  expect((await screen.findByRole('alert')).textContent).toMatch(/You are a guest.*Sign in as yourself.*book\.burn/)
  await expect.poll(() => screen.getByRole('status', { name: 'read' }).textContent).toBe('false')
  expect(screen.getByRole('status', { name: 'manage' }).textContent).toBe('true')
  // Only what depends on the resource is asked.
  expect(
    asked(requests)
      .flatMap(checksOf)
      .map(({ permission }) => permission.name),
  ).toEqual(['book.read'])

  const local = open(View, { config: {} })
  expect(await local.screen.findByRole('heading', { name: 'Burn' })).toBeTruthy()
  expect(asked(local.requests)).toEqual([])
})
