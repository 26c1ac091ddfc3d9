import { renderPage, type AnsweredRequest } from '@portico/core/testing/web'
import { signInHostApiRef } from '@portico/core/web'
import { expect, test } from 'vitest'
import { createAuthRoutes } from './auth-routes.ts'

function open(respond: (request: AnsweredRequest) => Response | Promise<Response>, config: object = {}) {
  const { portal, requests } = renderPage({
    plugins: [],
    user: undefined,
    config: { backend: { baseUrl: 'https://portal.test' }, auth: { environment: 'production' }, ...config },
    fetch: respond,
  })
  return { routes: createAuthRoutes(portal.apis.get(signInHostApiRef), 20), asked: requests }
}
const identity = {
  token: 't',
  expiresInSeconds: 3600,
  identity: { type: 'user', userEntityRef: 'user:default/a', ownershipEntityRefs: [] },
}
const fail = (status: number, body?: object) => new Response(body && JSON.stringify(body), { status, statusText: 'Bad Luck' })

test('a refresh carries cookies, its header and its scopes, at the address that discovery names [AUTH-068] [AUTH-069] [AUTH-079]', async () => {
  const elsewhere = { discovery: { endpoints: [{ target: 'https://auth.test/at/{{pluginId}}', plugins: ['auth'] }] } }
  const { routes, asked } = open(() => Response.json({ profile: {}, backstageIdentity: identity }), elsewhere)
  const session = await routes.refresh('github', { scopes: ['read:user', 'repo'] })
  expect(session.backstageIdentity).toMatchObject({ token: 't', identity: { userEntityRef: 'user:default/a' } })
  expect(asked[0]?.url).toBe('https://auth.test/at/auth/github/refresh?optional=&scope=read%3Auser+repo&env=production')
  expect(asked[0]).toMatchObject({ method: 'GET', credentials: 'include' })
  expect(asked[0]?.headers.get('x-requested-with')).toBe('XMLHttpRequest')
  expect(routes.origin()).toBe('https://auth.test')
})

test('the server’s clock does not matter: what counts is how long a token lasts from now', async () => {
  const { routes } = open(() => Response.json({ profile: {}, backstageIdentity: { ...identity, expiresInSeconds: 60 } }))
  const before = Date.now()
  const { backstageIdentity } = await routes.refresh('github')
  expect(backstageIdentity!.expiresAt!.getTime()).toBeGreaterThanOrEqual(before + 60_000)
})

test('a refusal is the error that the server names, or one from its status [AUTH-070] [AUTH-077] [AUTH-078]', async () => {
  const named = { error: { name: 'AuthenticationError', message: 'no cookie' }, response: { statusCode: 401 } }
  await expect(open(() => fail(401, named)).routes.refresh('x')).rejects.toMatchObject({
    name: 'AuthenticationError',
    message: 'no cookie',
    status: 401,
  })
  await expect(open(() => fail(502)).routes.refresh('x')).rejects.toThrow('Request failed with status 502 Bad Luck')
  const inBody = open(() => Response.json({ error: { name: 'NotAllowedError', message: 'not you' } }))
  await expect(inBody.routes.refresh('x')).rejects.toMatchObject({ name: 'NotAllowedError', message: 'not you' })
  await expect(open(() => new Response('<html>')).routes.refresh('x')).rejects.toThrow('is not JSON')
})

test('a server that does not answer, or not in time, is unavailable [AUTH-098] [AUTH-099]', async () => {
  const away = open(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(away.routes.refresh('x')).rejects.toMatchObject({ message: /^Auth refresh request failed, /, status: 503 })
  await expect(away.routes.logout('x')).rejects.toMatchObject({ message: /^Logout request failed, /, status: 503 })
  const slow = open(
    ({ signal }) => new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
  )
  await expect(slow.routes.refresh('x')).rejects.toThrow('Auth refresh request failed, the server did not answer in time')
})

test('signing out is a POST with the same header; the provider’s own page is visited only if it is one [AUTH-071] [AUTH-099]', async () => {
  const { routes, asked } = open(() => new Response())
  expect(await routes.logout('github')).toBeUndefined()
  expect(asked[0]).toMatchObject({
    url: 'https://portal.test/api/auth/github/logout?env=production',
    method: 'POST',
    credentials: 'include',
  })
  expect(asked[0]?.headers.get('x-requested-with')).toBe('XMLHttpRequest')
  expect(await open(() => Response.json({ logoutUrl: 'https://idp.test/out' })).routes.logout('x')).toBe('https://idp.test/out')
  expect(await open(() => Response.json({ logoutUrl: 'javascript:alert(1)' })).routes.logout('x')).toBeUndefined()
  await expect(open(() => fail(403)).routes.logout('x')).rejects.toThrow('Logout request failed, Request failed with status 403')
})

test('a login starts with its scopes, origin, flow and environment [AUTH-072] [AUTH-073] [AUTH-074]', () => {
  const { routes } = open(() => new Response())
  const popup = new URL(routes.startUrl('github', { scopes: ['a', 'b'], origin: 'https://app.test' }))
  expect(popup.pathname).toBe('/api/auth/github/start')
  expect(Object.fromEntries(popup.searchParams)).toEqual({ scope: 'a b', origin: 'https://app.test', flow: 'popup', env: 'production' })
  const redirect = new URL(routes.startUrl('github', { scopes: [], origin: 'https://app.test', redirectUrl: 'https://app.test/x' }))
  expect(redirect.searchParams.get('flow')).toBe('redirect')
  expect(redirect.searchParams.get('redirectUrl')).toBe('https://app.test/x')
})
