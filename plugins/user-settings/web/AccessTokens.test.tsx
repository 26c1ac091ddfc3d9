import { conflictError, unavailableError } from '@portico/core/common'
import { answer, renderPage, type RouteAnswer } from '@portico/core/testing/web'
import { createMemoryStorage, type SignInProvider } from '@portico/core/web'
import { userSettingsApi, type AccessToken } from '@portico/user-settings/common'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userSettingsWeb } from './index.tsx'

const identity = { type: 'user' as const, userEntityRef: 'user:default/jane', ownershipEntityRefs: ['user:default/jane'] }
const company: SignInProvider = {
  id: 'company',
  title: 'Company',
  message: '',
  action: 'Go',
  signIn: async () => ({ profile: {}, backstageIdentity: { token: 'token', identity, expiresAt: new Date(Date.now() + 3_600_000) } }),
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const nightly: AccessToken = {
  id: '1',
  name: 'nightly export',
  scope: { access: 'read', plugins: ['catalog'] },
  hint: 'wxyz',
  createdAt: inDays(-10),
  expiresAt: inDays(20),
  lastUsedAt: inDays(-2),
}
const old: AccessToken = { ...nightly, id: '2', name: 'old', scope: { access: 'full' }, expiresAt: inDays(-1) }
const listed = (items: AccessToken[], mayCreate = true) => ({ items, plugins: ['catalog', 'search'], maxDays: 90, mayCreate })

function open(...answers: RouteAnswer[]) {
  const storage = createMemoryStorage()
  storage.setItem('@backstage/core:SignInPage:provider', 'company')
  return renderPage({ plugins: [userSettingsWeb], path: '/settings/access-tokens', storage, user: undefined, signIn: [company], answers })
}

test('tokens are listed with what they may do, their last use and their end', async () => {
  const { screen } = open(answer(userSettingsApi.listAccessTokens, listed([nightly, old])))
  const table = await screen.findByRole('table', { name: 'Access tokens' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first?.textContent).toMatch(/nightly export.*…wxyz.*Read only, catalog.*2 days ago/)
  expect(second?.textContent).toMatch(/old.*Full access, All plugins.*Expired/)
})

test('guests are told why they have no tokens, and are not offered one', async () => {
  const { screen } = open(answer(userSettingsApi.listAccessTokens, listed([], false)))
  expect(await screen.findByText(/^Guests share one name, and have no access tokens/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
})

test('a new token is made with a scope and an end, and shown once', async () => {
  const items: AccessToken[] = []
  const { screen, user, requests } = open(
    answer(userSettingsApi.listAccessTokens, () => listed(items)),
    answer(userSettingsApi.createAccessToken, () => {
      items.push(nightly)
      return { accessToken: nightly, token: 'portico_pat_secret' }
    }),
  )
  expect(await screen.findByRole('heading', { name: 'No access tokens' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'New token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }))
  expect(dialog.getByRole('button', { name: 'Create token' }).hasAttribute('disabled')).toBe(true)
  expect(dialog.getAllByRole('radio').map(radio => (radio as HTMLInputElement).value)).toEqual(['read', 'full', '7', '30', '90'])
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'nightly export')
  await user.click(dialog.getByRole('radio', { name: 'Full access' }))
  await user.click(dialog.getByRole('radio', { name: '7 days' }))
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  const created = within(await screen.findByRole('dialog', { name: 'Your new token' }))
  expect(created.getByText('portico_pat_secret')).toBeTruthy()
  expect(created.getByText(/shown only this once/)).toBeTruthy()
  expect(requests.find(({ method, path }) => method === 'POST' && path === '/access-tokens')?.body).toEqual({
    name: 'nightly export',
    scope: { access: 'full' },
    expiresInDays: 7,
  })
  await user.click(created.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('table', { name: 'Access tokens' })).toBeTruthy()
  expect(screen.queryByText('portico_pat_secret')).toBeNull()
})

test('an error of the server is shown in the dialog, which stays open', async () => {
  const { screen, user } = open(
    answer(userSettingsApi.listAccessTokens, listed([nightly])),
    answer(userSettingsApi.createAccessToken, conflictError('A user can have 50 access tokens')),
  )
  await user.click(await screen.findByRole('button', { name: 'New token' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'one more')
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  expect(await dialog.findByText('A user can have 50 access tokens')).toBeTruthy()
})

test('a token is revoked after confirmation, and removed from the list', async () => {
  let items = [nightly]
  const { screen, user, requests } = open(
    answer(userSettingsApi.listAccessTokens, () => listed(items)),
    answer(userSettingsApi.deleteAccessToken, () => void (items = [])),
  )
  await user.click(await screen.findByRole('button', { name: 'Revoke nightly export' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/stop working at once/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByRole('heading', { name: 'No access tokens' })).toBeTruthy()
  expect(requests.some(({ method, path }) => method === 'DELETE' && path === '/access-tokens/1')).toBe(true)
})

test('a failed request is shown, and retried on demand', async () => {
  let away = true
  const { screen, user } = open(
    answer(userSettingsApi.listAccessTokens, () => (away ? unavailableError('The database is away') : listed([nightly]))),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('The database is away')
  away = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Access tokens' })).toBeTruthy()
})
