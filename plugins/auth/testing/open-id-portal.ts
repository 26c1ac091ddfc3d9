import { popupOutcome, startAuthPortal, type AuthPortalOptions, type PopupOutcome } from './auth-portal.ts'
import { openIdClient, startOpenIdProvider, strictClientId } from './open-id-provider.ts'
import type { TestBrowser } from './test-browser.ts'

const callback = 'http://localhost:7007/api/auth/oidc/handler/frame'

const accounts = {
  jane: {
    email: 'jane@example.org',
    email_verified: true,
    name: 'Jane Doe',
    picture: 'https://example.org/jane.png',
    preferred_username: 'jane',
  },
  mallory: { email: 'mallory@example.org', email_verified: true, name: 'Mallory' },
  pretender: { email: 'jane@example.org', email_verified: false, name: 'Not Jane' },
  silent: { email: 'jane@example.org', name: 'Of an address that nobody speaks of' },
  stranger: { email: 'stranger@example.org', email_verified: true, name: 'A Stranger' },
}

/** A portal where Jane and Mallory sign in at a real OpenID provider; the stranger is not in the catalog. */
export async function startOpenIdPortal(more: Pick<AuthPortalOptions, 'backend' | 'plugins'> = {}) {
  const provider = await startOpenIdProvider({ redirectUris: [callback], accounts })
  /** By how much the portal's clock is ahead. */
  const clock = { aheadMs: 0 }
  const client = { clientId: openIdClient.id, clientSecret: openIdClient.secret, metadataUrl: provider.metadataUrl }
  const signIn = { resolvers: [{ resolver: 'emailMatchingUserEntityProfileEmail' }] }
  const portal = await startAuthPortal({
    ...more,
    users: [
      {
        userEntityRef: 'user:default/jane',
        memberOf: ['group:default/team-a', 'user:default/odd'],
        profile: { email: 'jane@example.org' },
      },
      {
        userEntityRef: 'user:default/mallory',
        memberOf: [],
        profile: { email: 'mallory@example.org', picture: 'https://example.org/m.png' },
      },
    ],
    logLevel: 'debug',
    auth: { experimentalExtraAllowedOrigins: ['https://*.portal.test'] },
    options: { now: () => Date.now() + clock.aheadMs },
    providers: {
      oidc: {
        development: { ...client, signIn },
        silent: { ...client, prompt: 'none' },
        logout: { ...client, federatedLogout: true, signIn },
        strict: { ...client, clientId: strictClientId, signIn },
        consent: { ...client, clientId: strictClientId, prompt: 'consent', signIn },
      },
    },
  })

  /** Goes to the provider, signs in there, and comes to the address that leads back to the portal, without opening it. */
  async function toCallback(browser: TestBrowser, login: string, parameters: Readonly<Record<string, string>> = {}): Promise<URL> {
    const stopAt = (url: URL) => url.href.startsWith(callback)
    let page = await browser.follow(portal.at('oidc/start', parameters), { stopAt })
    // The provider's own pages: who signs in, and where it asks for it the consent.
    for (let pages = 0; pages < 2 && !stopAt(page.url); pages++)
      page = await browser.follow(page.url, { init: { method: 'POST', body: new URLSearchParams({ login }) }, stopAt })
    return page.url
  }

  return {
    ...portal,
    callback,
    clock,
    provider,
    toCallback,
    async signIn(browser: TestBrowser, login: string, parameters: Readonly<Record<string, string>> = {}): Promise<PopupOutcome> {
      return popupOutcome(await browser.open(await toCallback(browser, login, parameters)))
    },
    async stop() {
      await portal.stop()
      await provider.stop()
    },
  }
}

export type OpenIdPortal = Awaited<ReturnType<typeof startOpenIdPortal>>
