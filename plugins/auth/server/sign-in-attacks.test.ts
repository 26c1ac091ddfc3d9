import { errorOf, popupOutcome, startOpenIdPortal, type OpenIdPortal } from '@portico/auth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeState, encodeState } from './oauth/sign-in-state.ts'

let portal: OpenIdPortal

beforeAll(async () => {
  portal = await startOpenIdPortal()
})
afterAll(() => portal?.stop())

describe('an attacker', () => {
  test('cannot forge a state', async () => {
    const browser = portal.browser()
    const url = await portal.toCallback(browser, 'jane')
    const state = decodeState(url.searchParams.get('state') ?? '')
    if (!state) throw new Error('no state')
    for (const forged of [
      { nonce: 'AAAAAAAAAAAAAAAAAAAAAA==' },
      { redirectUrl: 'http://localhost:7007/x', flow: 'redirect' },
      { scope: 'openid admin' },
    ]) {
      const other = new URL(url)
      other.searchParams.set('state', encodeState({ ...state, ...forged }))
      const visit = await browser.copy().open(other)
      const told =
        visit.response.status === 302
          ? { name: '', message: new URL(visit.response.headers.get('location') ?? '').searchParams.get('error') }
          : popupOutcome(visit).error
      expect(told?.message).toContain('not started in this browser')
      expect(visit.response.headers.getSetCookie().join()).not.toContain('refresh-token=')
    }
  })

  test('gets nothing from an invalid state: 400 without an environment, else an error in the popup', async () => {
    for (const state of ['', 'zz', 'a', '6e6f6e7365', encodeState({ nonce: 'x', env: '' })]) {
      const visit = await portal.browser().open(`${portal.callback}?${new URLSearchParams({ code: 'x', state }).toString()}`)
      expect([visit.response.status, errorOf(visit).name]).toEqual([400, 'InputError'])
      const named = await portal.browser().open(portal.at('oidc/handler/frame', { code: 'x', state }))
      expect([named.response.status, popupOutcome(named).error?.name]).toEqual([200, 'NotAllowedError'])
    }
  })

  test('cannot replay a state or a code: a sign-in can be completed only once', async () => {
    const browser = portal.browser()
    const url = await portal.toCallback(browser, 'jane')
    const before = browser.copy()
    expect(popupOutcome(await browser.open(url)).response).toBeDefined()
    expect(popupOutcome(await browser.open(url)).error?.name).toBe('NotAllowedError')
    expect(popupOutcome(await before.open(url)).error).toMatchObject({
      name: 'AuthenticationError',
      message: expect.stringContaining('invalid_grant'),
    })
  })

  test('cannot make another browser complete a sign-in of the attacker: login CSRF', async () => {
    const url = await portal.toCallback(portal.browser(), 'mallory')
    const victim = portal.browser()
    expect(popupOutcome(await victim.open(url)).error?.name).toBe('NotAllowedError')
    await portal.toCallback(victim, 'jane')
    expect(popupOutcome(await victim.open(url)).error?.name).toBe('NotAllowedError')
    expect(victim.cookies().some(cookie => cookie.name === 'oidc-refresh-token')).toBe(false)
  })

  test('cannot swap codes or states between two sign-ins', async () => {
    const [first, second] = [portal.browser(), portal.browser()]
    const [one, two] = [await portal.toCallback(first, 'jane'), await portal.toCallback(second, 'mallory')]
    const mixed = new URL(one)
    mixed.searchParams.set('code', two.searchParams.get('code') ?? '')
    expect(popupOutcome(await first.open(mixed)).error).toMatchObject({
      name: 'AuthenticationError',
      message: expect.stringContaining('invalid_grant'),
    })
  })

  test('cannot have the answer sent to another origin', async () => {
    for (const origin of [
      'https://evil.test',
      'https://portal.test.evil.test',
      'http://localhost:7008',
      'null',
      'https://evil.test#.portal.test',
    ]) {
      const visit = await portal.browser().open(portal.at('oidc/start', { origin }))
      expect([origin, visit.response.status, errorOf(visit).name]).toEqual(
        origin === 'null' ? [origin, 400, 'InputError'] : [origin, 403, 'NotAllowedError'],
      )
    }
    const forged = encodeState({ nonce: 'x', env: 'development', origin: 'https://evil.test' })
    const popup = popupOutcome(await portal.browser().open(portal.at('oidc/handler/frame', { code: 'x', state: forged })))
    expect([popup.target, popup.error?.name]).toEqual(['http://localhost:7007', 'NotAllowedError'])
  })

  test('cannot use sign-in as an open redirect', async () => {
    for (const redirectUrl of [
      'https://evil.test/',
      '//evil.test/',
      'http://localhost:7007@evil.test/',
      'javascript:alert(1)',
      'data:text/html,x',
      '\\\\evil.test',
    ]) {
      const visit = await portal.browser().open(portal.at('oidc/start', { flow: 'redirect', redirectUrl }))
      expect([redirectUrl, visit.response.status, visit.response.headers.get('location')]).toEqual([redirectUrl, 403, null])
      const state = encodeState({ nonce: 'x', env: 'development', flow: 'redirect', redirectUrl })
      const back = await portal.browser().open(portal.at('oidc/handler/frame', { state, error: 'access_denied' }))
      expect([back.response.status, back.response.headers.get('location')]).toEqual([200, null])
    }
    expect((await portal.browser().open(portal.at('oidc/start', { flow: 'redirect' }))).response.status).toBe(400)
    expect((await portal.browser().open(portal.at('oidc/start', { flow: 'frame' }))).response.status).toBe(400)
  })

  test('is not matched to a user by an address that the provider did not verify', async () => {
    const { error } = await portal.signIn(portal.browser(), 'pretender')
    expect(error?.name).toBe('NotAllowedError')
  })

  test('cannot refresh or sign out from another site [AUTH-070]', async () => {
    const browser = portal.browser()
    await portal.signIn(browser, 'jane')
    const refresh = await browser.open(portal.at('oidc/refresh'))
    expect([refresh.response.status, errorOf(refresh).name]).toEqual([401, 'AuthenticationError'])
    expect((await browser.open(portal.at('oidc/logout'), { method: 'POST' })).response.status).toBe(401)
    expect((await portal.signOut(browser, 'oidc', { origin: 'https://evil.test' })).response.status).toBe(403)
    expect((await portal.refresh(browser, 'oidc')).response.status).toBe(200)
  })
})
