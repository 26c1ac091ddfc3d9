import { renderPage, sessionBody } from '@portico/core/testing/web'
import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { defineWebPlugin, guestProvider } from '../index.ts'

const plugins = [
  defineWebPlugin({ id: 'x', pages: [{ path: '/deep', title: 'Deep', load: async () => ({ default: () => <h1>Deep page</h1> }) }] }),
]

test('the sign-in page comes before any page, and signing in as a guest shows the page asked for [AUTH-001] [AUTH-044] [AUTH-061]', async () => {
  const { screen, user, requests } = renderPage({
    plugins,
    path: '/deep',
    user: undefined,
    fetch: ({ url }) =>
      url.includes('/guest/refresh') ? Response.json({ ...sessionBody('user:development/guest'), profile: {} }) : undefined,
  })
  expect(await screen.findByRole('heading', { name: 'Test Portal' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Deep page' })).toBeNull()
  expect(screen.getByText(/no verified identity, so some features might be unavailable/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Enter' }))
  expect(await screen.findByRole('heading', { name: 'Deep page' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Guest: Account and settings' })).toBeTruthy()
  const [refresh] = requests
  expect(refresh?.url).toBe('http://portal.test/api/auth/guest/refresh?optional&env=development')
  expect(refresh?.headers.get('x-requested-with')).toBe('XMLHttpRequest')
  expect(refresh?.headers.has('authorization')).toBe(false)
})

test('a sign-in that fails says so and can be tried again [AUTH-106]', async () => {
  let fails = true
  const { screen, user, portal } = renderPage({
    plugins,
    path: '/deep',
    user: undefined,
    fetch: ({ url }) => {
      if (!url.includes('/guest/refresh')) return undefined
      if (!fails) return Response.json(sessionBody())
      return Response.json(
        { error: { name: 'NotAllowedError', message: 'No guests here' }, response: { statusCode: 403 } },
        { status: 403 },
      )
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Enter' }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByRole('heading', { name: 'Login failed' })).toBeTruthy()
  expect(within(alert).getByText('No guests here')).toBeTruthy()
  expect(portal.storage.getItem('@backstage/core:SignInPage:provider')).toBeNull()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Enter' }))
  expect(await screen.findByRole('heading', { name: 'Deep page' })).toBeTruthy()
})

test('a server that does not answer is said to be away', async () => {
  const { screen, user } = renderPage({ plugins, user: undefined, fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
  await user.click(await screen.findByRole('button', { name: 'Enter' }))
  expect(await screen.findByText('The server did not answer')).toBeTruthy()
})

test('several providers show as a list of cards [AUTH-006]', async () => {
  const other = { ...guestProvider, id: 'other', title: 'Other', message: 'By another way', action: 'Go' }
  const { screen } = renderPage({ plugins, user: undefined, signIn: [guestProvider, other] })
  expect((await screen.findAllByRole('region')).map(card => within(card).getByRole('heading').textContent)).toEqual(['Guest', 'Other'])
})

test('signing out shows the sign-in page again, and nothing read before is kept', async () => {
  const { screen, user, portal } = renderPage({ plugins, path: '/deep' })
  await screen.findByRole('heading', { name: 'Deep page' })
  portal.queries.setQueryData(['secret'], 'x')
  // Hidden, because jsdom cannot open the popover the button is in.
  await user.click(screen.getAllByRole('button', { name: 'Sign out', hidden: true })[0]!)
  expect(await screen.findByRole('button', { name: 'Enter' })).toBeTruthy()
  expect(portal.queries.getQueryData(['secret'])).toBeUndefined()
})
