import { renderPage } from '@portico/core/testing/web'
import { expect, test } from 'vitest'
import { customProvider, defineWebPlugin, identityApiRef } from '../index.ts'

const plugins = [
  defineWebPlugin({ id: 'x', pages: [{ path: '/', title: 'Home', load: async () => ({ default: () => <h1>Inside</h1> }) }] }),
]
const open = () => renderPage({ plugins, user: undefined, signIn: [customProvider] })
const encode = (value: object) => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
const token = `${encode({ alg: 'none' })}.${encode({ sub: 'user:default/ada', ent: ['user:default/ada', 'group:default/a'], exp: 4_000_000_000 })}.sig_-1`

test('the form is validated while it is filled in, and submits only without mistakes [AUTH-057] [AUTH-058] [AUTH-059] [AUTH-060]', async () => {
  const { screen, user } = open()
  const next = await screen.findByRole<HTMLButtonElement>('button', { name: 'Continue' })
  expect(next.disabled).toBe(true)
  const userId = screen.getByRole('textbox', { name: 'User ID' })
  const idToken = screen.getByRole('textbox', { name: 'ID token (optional)' })
  await user.type(userId, 'a')
  expect(next.disabled).toBe(false)
  await user.clear(userId)
  expect(screen.getByText('A user ID is needed')).toBeTruthy()
  expect(next.disabled).toBe(true)
  await user.type(userId, 'ada')
  for (const bad of ['x', 'a.b', 'a.b.c.d', 'a.b.c!']) {
    await user.clear(idToken)
    await user.type(idToken, bad)
    expect(screen.getByText('Token is not a valid OpenID Connect JWT Token')).toBeTruthy()
    expect(next.disabled).toBe(true)
  }
  await user.clear(idToken)
  expect(next.disabled).toBe(false)
  await user.type(idToken, 'Aa_0.b-B.C')
  expect(next.disabled).toBe(false)
})

test('a user without a token has the given identity, and is not restored after a reload [AUTH-014]', async () => {
  const { screen, user, portal } = open()
  await user.type(await screen.findByRole('textbox', { name: 'User ID' }), 'Ada@example.org')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'Inside' })).toBeTruthy()
  const identity = portal.apis.get(identityApiRef)
  expect(identity.getProfile().email).toBe('Ada@example.org')
  expect(identity.getIdentity().userEntityRef).toBe('user:default/ada@example.org')
  expect(await identity.getToken()).toBeUndefined()
  expect(portal.storage.getItem('@backstage/core:SignInPage:provider')).toBeNull()
})

test('a token gives the identity and its ownership [AUTH-065] [AUTH-118]', async () => {
  const { screen, user, portal } = open()
  await user.type(await screen.findByRole('textbox', { name: 'User ID' }), 'ada')
  await user.type(screen.getByRole('textbox', { name: 'ID token (optional)' }), token)
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('heading', { name: 'Inside' })).toBeTruthy()
  const identity = portal.apis.get(identityApiRef)
  expect(identity.getIdentity()).toEqual({
    type: 'user',
    userEntityRef: 'user:default/ada',
    ownershipEntityRefs: ['user:default/ada', 'group:default/a'],
  })
  expect(await identity.getToken()).toBe(token)
})

test('a name that is not a ref is refused [AUTH-056]', async () => {
  const { screen, user } = open()
  await user.type(await screen.findByRole('textbox', { name: 'User ID' }), 'user:a/b/c')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Invalid user entity reference')).toBeTruthy()
})

test('the identity cannot be used before sign-in, and the error says so [AUTH-104]', async () => {
  const { portal } = open()
  expect(() => portal.apis.get(identityApiRef).getIdentity()).toThrow('The identity was used before the app was loaded')
})
