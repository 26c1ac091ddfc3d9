import {
  attachServerLog,
  checkAccessibility,
  checkColors,
  expect,
  startPortalProcess,
  watchProblems,
  type PortalProcess,
} from '@portico/core/testing/browser'
import { test, type Browser, type BrowserContext, type Page } from '@playwright/test'

const programToken = 'a-token-of-the-build-server'
const config = {
  auth: {
    environment: 'development',
    providers: {
      // The header names the user, as behind a proxy that signs people in.
      oauth2Proxy: {
        signIn: { resolvers: [{ resolver: 'forwardedUserMatchingUserEntityName', dangerouslyAllowSignInWithoutUserInCatalog: true }] },
      },
    },
  },
  backend: { auth: { externalAccess: [{ type: 'static', options: { token: programToken, subject: 'build-server' } }] } },
}

let portal: PortalProcess
test.beforeAll(async () => {
  test.setTimeout(120_000)
  portal = await startPortalProcess(config)
})
test.afterAll(() => portal.stop())
// oxlint-disable-next-line no-empty-pattern -- Playwright reads what it needs from its first parameter
test.afterEach(({}, testInfo) => attachServerLog(testInfo, portal))

const contexts: BrowserContext[] = []
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close()
})

interface Handshake {
  readonly url: string
  readonly protocol: string | undefined
  echoed: string | undefined
}

/** The sockets of a page: their handshakes, and the texts that went either way. */
async function watchSockets(page: Page) {
  const handshakes = new Map<string, Handshake>()
  const sent: string[] = []
  const received: string[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const urls = new Map<string, string>()
  session.on('Network.webSocketCreated', ({ requestId, url }) => urls.set(requestId, url))
  session.on('Network.webSocketWillSendHandshakeRequest', ({ requestId, request }) =>
    handshakes.set(requestId, {
      url: urls.get(requestId) ?? '',
      protocol: header(request.headers, 'sec-websocket-protocol'),
      echoed: undefined,
    }),
  )
  session.on('Network.webSocketHandshakeResponseReceived', ({ requestId, response }) => {
    const handshake = handshakes.get(requestId)
    if (handshake) handshake.echoed = header(response.headers, 'sec-websocket-protocol')
  })
  session.on('Network.webSocketFrameSent', ({ response }) => sent.push(response.payloadData))
  session.on('Network.webSocketFrameReceived', ({ response }) => received.push(response.payloadData))
  return { handshakes: () => [...handshakes.values()], sent, received }
}

function header(headers: Record<string, string>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

async function openContext(browser: Browser, user: string, size = { width: 1440, height: 900 }): Promise<BrowserContext> {
  const headers = { 'x-forwarded-user': user, 'x-forwarded-preferred-username': user, 'x-forwarded-email': `${user}@example.com` }
  const context = await browser.newContext({ viewport: size, locale: 'en-GB', colorScheme: 'light', extraHTTPHeaders: headers })
  contexts.push(context)
  return context
}

/** A page in which a user has signed in, and which listens to the channel of notifications. */
async function openPage(context: BrowserContext, path = '/notifications') {
  const page = await context.newPage()
  const sockets = await watchSockets(page)
  const problems = watchProblems(page)
  await page.goto(`${portal.url}${path}`)
  const signIn = page.getByRole('button', { name: 'Continue' })
  const main = page.getByRole('main').and(page.locator('[aria-busy="false"]'))
  await signIn.or(main).first().waitFor()
  if (await signIn.isVisible()) await signIn.click()
  await main.waitFor()
  return { page, sockets, problems }
}

const subscription = JSON.stringify({ action: 'subscribe', channel: 'notifications' })

async function send(recipients: object, payload: object): Promise<void> {
  const response = await fetch(`${portal.url}/api/notifications/notifications`, {
    method: 'POST',
    headers: { authorization: `Bearer ${programToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ recipients, payload }),
  })
  expect(response.status).toBe(200)
}

const to = (user: string) => ({ type: 'entity', entityRef: `user:default/${user}` })

test('what a program tells a user is on their screens at once, and on those of nobody else [SIG-08, SIG-09, SIG-11]', async ({
  browser,
}) => {
  const [one, two, other] = await Promise.all([
    openPage(await openContext(browser, 'jane')),
    openPage(await openContext(browser, 'jane'), '/notifications?view=all'),
    openPage(await openContext(browser, 'joe')),
  ])
  for (const { sockets } of [one, two, other]) await expect.poll(() => sockets.sent).toContain(subscription)
  const [handshake] = one.sockets.handshakes()
  expect(handshake?.url.split('?')[0]).toBe(`${portal.url.replace('http', 'ws')}/api/signals`)
  const claims = JSON.parse(Buffer.from(handshake?.protocol?.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  expect([claims.sub, handshake?.echoed]).toEqual(['user:default/jane', handshake?.protocol])

  await send(to('jane'), { title: 'Build 7 of the shop failed', severity: 'high', topic: 'builds', link: '/catalog' })
  await expect(one.page.getByRole('checkbox', { name: 'Select “Build 7 of the shop failed”' })).toBeVisible()
  for (const { page, sockets } of [one, two]) {
    await expect(page).toHaveTitle(/^\(1\) /)
    await expect(page.getByRole('alert')).toContainText('Build 7 of the shop failed')
    const messages = sockets.received.map(text => JSON.parse(text) as { channel: string; message: { action: string } })
    expect(messages.filter(({ channel }) => channel === 'notifications').map(({ message }) => message.action)).toEqual(['new_notification'])
  }
  await one.page.getByRole('main').getByRole('button', { name: 'Mark as read' }).click()
  await expect(two.page).not.toHaveTitle(/^\(/)
  await expect(one.page.getByText('You have read everything')).toBeVisible()

  await two.page.goto(`${portal.url}/settings/notifications`)
  await expect(two.page.getByRole('switch', { name: 'Builds of build-server by In the portal' })).toBeChecked()
  await send({ type: 'broadcast' }, { title: 'The portal is updated tonight' })
  await expect(other.page.getByRole('checkbox', { name: 'Select “The portal is updated tonight”' })).toBeVisible()
  await expect(other.page.getByText('Build 7')).toHaveCount(0)
  expect([one, two, other].flatMap(({ problems }) => problems)).toEqual([])
})

test('tabs of one browser share one socket, and another tab takes over when the first is closed', async ({ browser }) => {
  const context = await openContext(browser, 'june')
  const first = await openPage(context)
  await expect.poll(() => first.sockets.sent).toContain(subscription)
  const second = await openPage(context)
  await send(to('june'), { title: 'One for both tabs' })
  for (const { page } of [first, second]) await expect(page.getByRole('checkbox', { name: 'Select “One for both tabs”' })).toBeVisible()
  expect([first.sockets.handshakes().length, second.sockets.handshakes().length]).toEqual([1, 0])
  await first.page.close()
  await expect.poll(() => second.sockets.sent).toContain(subscription)
  await send(to('june'), { title: 'One for the other tab' })
  await expect(second.page.getByRole('checkbox', { name: 'Select “One for the other tab”' })).toBeVisible()
})

test('the page and its settings are accessible, in light and dark, on wide screens and phones', async ({ browser }) => {
  await send(to('ann'), {
    title: 'Docs are stale',
    description: 'Nobody has changed them for a year.',
    topic: 'docs',
    severity: 'critical',
  })
  await send(to('ann'), { title: 'A new version is there', severity: 'low', link: 'https://example.com' })
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page } = await openPage(await openContext(browser, 'ann', size))
    for (const path of ['/notifications', '/settings/notifications']) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${portal.url}${path}`)
      await page.getByRole('main').getByText('Docs', { exact: true }).filter({ visible: true }).first().waitFor()
      await checkAccessibility(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
      await checkColors(page)
    }
  }
})
