import { authApi } from '@portico/auth/common'
import { answer, renderPage } from '@portico/core/testing/web'
import { createMemoryStorage, defineWebPlugin, identityApiRef } from '@portico/core/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authWeb } from '../index.tsx'
import { sessionBody } from '../testing/session-body.ts'

const flag = 'enableLegacyGuestToken'
const plugins = [
  authWeb,
  defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'Home', load: async () => ({ default: () => <h1>Inside</h1> }) }] }),
]
const absent = () =>
  Response.json({ error: { name: 'NotFoundError', message: 'There is no guest' }, response: { statusCode: 404 } }, { status: 404 })

function open(guest: () => Response | Promise<never>, storage = createMemoryStorage()) {
  const providers = [{ id: 'guest', title: 'Guest', kind: 'guest' as const, signsIn: true }]
  const answers = [answer(authApi.listProviders, { providers }), answer(authApi.refreshSession, guest)]
  return renderPage({ plugins, user: undefined, storage, answers })
}

test('the server is asked first, with cookies and never with a token, and a guest is in [AUTH-044]', async () => {
  const { screen, user, requests } = open(() => Response.json({ ...sessionBody('user:development/guest'), profile: {} }))
  await user.click(await screen.findByRole('button', { name: 'Enter' }))
  expect(await screen.findByRole('heading', { name: 'Inside' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Guest: Account and settings' })).toBeTruthy()
  const refresh = requests.at(-1)
  expect(refresh?.url).toBe('http://portal.test/api/auth/guest/refresh?optional=&env=development')
  expect(refresh?.headers.get('x-requested-with')).toBe('XMLHttpRequest')
  expect(refresh?.headers.has('authorization')).toBe(false)
})

test('a server that does not answer is reported as unavailable [AUTH-098]', async () => {
  const { screen, user } = open(() => Promise.reject(new TypeError('Failed to fetch')))
  await user.click(await screen.findByRole('button', { name: 'Enter' }))
  expect(await screen.findByText('Auth refresh request failed, the server did not answer')).toBeTruthy()
})

test('a server without guests offers the legacy token; agreeing stores that and enters as a placeholder [AUTH-045] [AUTH-046] [AUTH-080]', async () => {
  const { screen, user, portal, requests } = open(absent)
  await user.click(await screen.findByRole('button', { name: 'Enter' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    within(dialog).getByText('Failed to sign in as a guest using the auth backend. Do you want to fallback to the legacy guest token?'),
  ).toBeTruthy()
  expect(requests.at(-1)?.url).toBe('http://portal.test/api/auth/guest/refresh?optional=&env=development')
  await user.click(within(dialog).getByRole('button', { name: 'Use the legacy token' }))
  expect(await screen.findByRole('heading', { name: 'Inside' })).toBeTruthy()
  expect(portal.storage.getItem(flag)).toBe('true')
  const identity = portal.apis.get(identityApiRef)
  expect(identity.getIdentity()).toEqual({
    type: 'user',
    userEntityRef: 'user:default/guest',
    ownershipEntityRefs: ['user:default/guest'],
  })
  expect(await identity.getToken()).toBeUndefined()
})

test('declining fails the sign-in with the way out [AUTH-047]', async () => {
  const { screen, user, portal } = open(absent)
  await user.click(await screen.findByRole('button', { name: 'Enter' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(
    await screen.findByText(
      'You cannot sign in as a guest, you must either enable the legacy guest token or configure the auth backend to support guest sign in.',
    ),
  ).toBeTruthy()
  expect(portal.storage.getItem(flag)).toBeNull()
})

test('where both are there, the user is asked: no keeps the legacy token, yes leaves it [AUTH-048] [AUTH-049] [AUTH-050]', async () => {
  const storage = createMemoryStorage()
  storage.setItem(flag, 'true')
  const present = () => Response.json(sessionBody('user:development/guest'))
  const kept = open(present, storage)
  await kept.user.click(await kept.screen.findByRole('button', { name: 'Enter' }))
  await kept.user.click(within(await kept.screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(await kept.screen.findByRole('heading', { name: 'Inside' })).toBeTruthy()
  expect(kept.portal.apis.get(identityApiRef).getIdentity().userEntityRef).toBe('user:default/guest')
  expect(storage.getItem(flag)).toBe('true')

  storage.removeItem('@backstage/core:SignInPage:provider')
  const left = open(present, storage)
  await left.user.click(await left.screen.findByRole('button', { name: 'Enter' }))
  await left.user.click(within(await left.screen.findByRole('dialog')).getByRole('button', { name: 'Sign in by the server' }))
  expect(await left.screen.findByRole('heading', { name: 'Inside' })).toBeTruthy()
  expect(left.portal.apis.get(identityApiRef).getIdentity().userEntityRef).toBe('user:development/guest')
  expect(storage.getItem(flag)).toBeNull()
})
