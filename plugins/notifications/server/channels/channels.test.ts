import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { jane, joe, startMailServer, startNotifications, type TestNotifications } from '@portico/notifications/testing'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { toMailText } from './mail-text.ts'
import { toSlackText } from './slack-channel.ts'
import { readUnsubscribeToken, toUnsubscribeToken } from './unsubscribe.ts'

interface Posted {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A host on loopback that keeps what is posted to it, and fails or redirects when it is told to. */
async function startHost() {
  const posted: Posted[] = []
  const answer = { status: 200, location: '' }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      posted.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(answer.status, answer.location === '' ? {} : { location: answer.location })
      response.end(JSON.stringify({ ok: true, user: { id: 'U1' } }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { posted, answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

const secret = 'a-secret-of-the-webhook'
let host: Awaited<ReturnType<typeof startHost>>
let mail: Awaited<ReturnType<typeof startMailServer>>
let inbox: TestNotifications
beforeAll(async () => {
  host = await startHost()
  mail = await startMailServer()
  inbox = await startNotifications({
    processors: {
      webhook: [{ url: `${host.url}/hook`, secret, filter: { minSeverity: 'high' } }],
      slack: [{ token: 'xoxb-1', apiUrl: `${host.url}/slack`, broadcastChannels: ['C1'], filter: { excludedTopics: ['quiet'] } }],
      email: {
        transportConfig: { hostname: '127.0.0.1', port: mail.port },
        sender: 'portal@example.com',
        filter: { excludedTopics: ['quiet'] },
      },
    },
  })
})
afterAll(async () => {
  await inbox.stop()
  host.stop()
  mail.stop()
})
beforeEach(async () => {
  await inbox.clear()
  host.posted.splice(0)
  mail.mails.splice(0)
  Object.assign(host.answer, { status: 200, location: '' })
})

/** The mail with a subject; throws while there is none. */
function mailAbout(subject: string): string {
  const found = mail.mails.find(each => each.includes(`\nSubject: ${subject}\n`))
  if (found === undefined) throw new Error(`No mail is about ${subject}`)
  return found
}
const to = (path: string) => host.posted.filter(each => each.path === path)

test('a webhook gets what is severe enough, signed, and again after a failure under the same id', async () => {
  host.answer.status = 500
  await inbox.sendTo('group:default/company', { title: 'Down', severity: 'critical', link: '/catalog', topic: 'quiet' })
  await inbox.sendTo(jane, { title: 'Chatter', topic: 'quiet' })
  await eventually(() => expect(to('/hook')).toHaveLength(1))
  host.answer.status = 200
  await eventually(async () => {
    await inbox.retryNow()
    expect(to('/hook')).toHaveLength(2)
  })
  const [first, second] = to('/hook')
  const body = JSON.parse(second?.body ?? '') as { users: string[]; payload: object; delivery: string }
  expect(body).toMatchObject({
    origin: 'plugin:test',
    users: [jane, joe],
    payload: { title: 'Down', link: 'http://localhost:7007/catalog' },
  })
  expect([first?.headers['x-portico-delivery'], second?.headers['x-portico-delivery']]).toEqual([body.delivery, body.delivery])
  const expected = createHmac('sha256', secret)
    .update(`${String(second?.headers['x-portico-timestamp'])}.${second?.body}`)
    .digest('hex')
  expect(second?.headers['x-portico-signature']).toBe(`sha256=${expected}`)
})

test('a webhook that redirects to another host is not followed', async () => {
  const other = await startHost()
  Object.assign(host.answer, { status: 302, location: `${other.url}/hook` })
  await inbox.sendTo(jane, { title: 'Down', severity: 'high', topic: 'quiet' })
  await eventually(() => expect(to('/hook').length).toBeGreaterThan(0))
  expect(other.posted).toEqual([])
  Object.assign(host.answer, { status: 200, location: '' })
  other.stop()
})

test('a bot writes to users by their e-mail address, and broadcasts to channels', async () => {
  await inbox.sendTo([jane, joe], { title: 'For <you> & me', link: 'https://example.com/?a=1&b=2' })
  await eventually(() => expect(to('/slack/chat.postMessage')).toHaveLength(1))
  expect(to('/slack/users.lookupByEmail').map(({ body }) => JSON.parse(body))).toEqual([{ email: 'jane@example.com' }])
  expect(JSON.parse(to('/slack/chat.postMessage')[0]?.body ?? '')).toMatchObject({
    channel: 'U1',
    text: '*<https://example.com/?a=1&amp;b=2|For &lt;you&gt; &amp; me>*',
  })
  await inbox.broadcast({ title: 'All' })
  await eventually(() => expect(JSON.parse(to('/slack/chat.postMessage')[1]?.body ?? '{}')).toMatchObject({ channel: 'C1', text: '*All*' }))
})

test('a mail reaches those of whom the catalog knows an address, and one click in it ends its topic', async () => {
  await inbox.sendTo([jane, joe], { title: 'Build 7 failed', topic: 'builds', link: '/catalog' })
  const text = await eventually(() => mailAbout('Build 7 failed'))
  expect(text).toMatch(/^From: portal@example.com$/m)
  expect(text).toMatch(/^To: jane@example.com$/m)
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  const token = /unsubscribe\/([\w.=\n -]+)>/.exec(text.replace(/\n[ \t]+/g, ''))?.[1] ?? ''
  const click = (given: string, method = 'POST') =>
    inbox.server.as(undefined).fetch(`/api/notifications/unsubscribe/${given}`, {
      method,
      ...(method === 'POST' && { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    })
  expect((await click(`${token.slice(0, -3)}AAA`)).status).toBe(404)
  expect((await click('nonsense')).status).toBe(404)
  // Programs that look at links before people do must change nothing.
  const opened = await click(token, 'GET')
  expect([opened.status, opened.headers.get('location')]).toEqual([302, 'http://localhost:7007/settings/notifications'])
  expect((await click(token)).status).toBe(200)
  const { channels } = await inbox.server.as(jane).call(notificationsApi.getSettings)
  expect(channels.find(({ id }) => id === 'E-mail')?.origins).toEqual([
    { id: 'plugin:test', enabled: true, topics: [{ id: 'builds', enabled: false }] },
  ])
  await inbox.sendTo(jane, { title: 'Build 8 failed', topic: 'builds' })
  await inbox.sendTo(jane, { title: 'Something else' })
  await eventually(() => mailAbout('Something else'))
  expect(mail.mails.filter(each => each.includes('Build 8'))).toEqual([])
})

test('what a notification says stays text in mails and in Slack, and makes no headers', () => {
  const draft = (title: string, description?: string) => ({
    origin: 'plugin:test',
    recipients: { type: 'broadcast' as const },
    payload: { title, severity: 'normal' as const, ...(description !== undefined && { description }), link: '/a?b="c"' },
  })
  const places = { appUrl: 'https://portal.test/base', title: 'portal.test' }
  const one = toMailText([draft('Hi\r\nBcc: evil@example.com', '<script>x</script>')], places)
  expect(one.subject).toBe('Hi Bcc: evil@example.com')
  expect(one.html).toContain('&lt;script&gt;x&lt;/script&gt;')
  expect(one.html).toContain('href="https://portal.test/base/a?b=%22c%22"')
  const many = toMailText([draft('One'), draft('Two')], places)
  expect([many.subject, many.text.indexOf('One') < many.text.indexOf('Two')]).toEqual(['2 notifications from portal.test', true])
  expect(toSlackText(draft('<!channel> hi'), places.appUrl)).toContain('&lt;!channel&gt; hi')
  const scripted = { ...draft('Hi'), payload: { ...draft('Hi').payload, link: '/javascript:alert(1)' } }
  expect(toMailText([scripted], places).html).toContain('href="https://portal.test/base/javascript:alert(1)"')
  expect(toSlackText(scripted, places.appUrl)).toBe('*<https://portal.test/base/javascript:alert(1)|Hi>*')
})

test('a digest of very many has the newest, says where the others are, and its link to unsubscribe stays short', () => {
  const notifications = Array.from({ length: 9000 }, (_, index) => ({
    origin: 'plugin:test',
    recipients: { type: 'broadcast' as const },
    payload: { title: `Number ${index}`, severity: 'normal' as const, topic: `topic-${index % 30}`, description: 'x'.repeat(10_000) },
  }))
  const { subject, text, html } = toMailText(notifications, { appUrl: 'https://portal.test', title: 'The portal' })
  expect(subject).toBe('9000 notifications from The portal')
  expect([text, html].map(each => [each.includes('Number 8999'), each.includes('Number 8899')])).toEqual([
    [true, false],
    [true, false],
  ])
  expect(text).toContain('8900 older ones are at https://portal.test/notifications')
  expect(Math.max(text.length, html.length)).toBeLessThan(1_100_000)
  const key = Buffer.alloc(32)
  const from = notifications.map(({ origin, payload: { topic } }) => ({ origin, topic }))
  const token = toUnsubscribeToken({ user: jane, channel: 'E-mail', from }, key)
  expect(token.length).toBeLessThan(1000)
  expect(readUnsubscribeToken(token, key)?.from).toEqual(from.slice(-10))
})
