import { startOpenIdProvider } from '@portico/auth/testing'
import {
  attachServerLog,
  checkAccessibility,
  expect,
  startPortalProcess,
  watchProblems,
  withServerLog,
  type PortalProcess,
} from '@portico/core/testing/browser'
import { test as base, type BrowserContext, type Page } from '@playwright/test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const accounts = {
  jane: { email: 'jane@example.org', email_verified: true, name: 'Jane Doe' },
  stranger: { email: 'stranger@example.org', email_verified: true, name: 'A Stranger' },
}
const jane = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'User',
  metadata: { name: 'jane' },
  spec: { profile: { displayName: 'Jane Doe', email: 'jane@example.org' }, memberOf: [] },
}

const ownToken = 'the-token-of-the-e2e-tests'

const kinds = ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template']

interface OpenIdPortalOptions {
  readonly files?: readonly string[]
  readonly autoSignIn?: boolean
  readonly federatedLogout?: boolean
}

/** A portal where people sign in at a real OpenID provider; Jane is in its catalog, and what more files hold. */
export async function startOpenIdPortalProcess({
  files = [],
  autoSignIn = false,
  federatedLogout = false,
  ...config
}: Readonly<Record<string, unknown>> & OpenIdPortalOptions = {}): Promise<PortalProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-openid-'))
  const file = path.join(folder, 'users.yaml')
  writeFileSync(file, JSON.stringify(jane))
  let provider: Awaited<ReturnType<typeof startOpenIdProvider>> | undefined
  const portal = await startPortalProcess(async url => {
    provider = await startOpenIdProvider({ redirectUris: [`${url}/api/auth/oidc/handler/frame`], accounts })
    const oidc = {
      title: 'Acme account',
      clientId: 'portal',
      clientSecret: 'the-secret-of-the-portal-at-the-openid-provider',
      metadataUrl: provider.metadataUrl,
      federatedLogout,
      signIn: { resolvers: [{ resolver: 'emailMatchingUserEntityProfileEmail' }] },
    }
    return {
      ...config,
      auth: {
        environment: 'development',
        autoSignIn,
        providers: { oidc: { development: oidc } },
        ...(config['auth'] as object | undefined),
      },
      backend: { auth: { externalAccess: [{ type: 'static', options: { token: ownToken, subject: 'e2e' } }] } },
      catalog: { rules: [{ allow: kinds }], locations: [file, ...files].map(target => ({ type: 'file', target })) },
    }
  })
  // Users who are not in the catalog yet would be refused.
  const headers = { authorization: `Bearer ${ownToken}` }
  const knowsJane = async () => (await fetch(`${portal.url}/api/catalog/entities/by-name/user/default/jane`, { headers })).ok
  await withServerLog(portal, () => expect.poll(knowsJane, { timeout: 60_000 }).toBe(true))
  return {
    url: portal.url,
    log: portal.log,
    async stop() {
      await portal.stop()
      await provider?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fills in the provider's own page. */
export async function logInAs(page: Page, name: keyof typeof accounts): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Everything that the browser shows in its address bar, stores, or prints. None of it may hold a token. */
export function watchLeaks(context: BrowserContext) {
  const seen: string[] = []
  const watch = (page: Page) => {
    page.on('framenavigated', frame => seen.push(frame.url()))
    page.on('console', message => seen.push(message.text()))
  }
  context.pages().forEach(watch)
  context.on('page', watch)
  return {
    async check(page: Page): Promise<void> {
      const stored = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
      expect([...seen, String(stored)].filter(text => /eyJ[\w-]+\.|refresh-token|access_token/.test(text))).toEqual([])
    },
  }
}

export { attachServerLog, base, checkAccessibility, expect, watchProblems }
