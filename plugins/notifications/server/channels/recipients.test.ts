import { document } from '@portico/catalog/testing'
import { eventually } from '@portico/core/testing'
import { notificationsApi } from '@portico/notifications/common'
import { jane, startMailServer, startNotifications, type TestNotifications } from '@portico/notifications/testing'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

/** As much of Slack as says yes, or what it is told to say about a channel; a webhook is kept by its path. */
async function startSlack() {
  const posted: string[] = []
  const errors = new Map<string, string>()
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      const { channel = request.url ?? '' } = JSON.parse(body) as { channel?: string }
      posted.push(channel)
      const error = errors.get(channel)
      response.end(JSON.stringify(error === undefined ? { ok: true } : { ok: false, error }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { posted, errors, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

const [ann, bob, cho, dan] = ['ann', 'bob', 'cho', 'dan'].map(name => `${name}@example.com`) as [string, string, string, string]
let mail: Awaited<ReturnType<typeof startMailServer>>
let slack: Awaited<ReturnType<typeof startSlack>>
let inbox: TestNotifications
const email = (settings: object = {}) => ({
  transportConfig: { hostname: '127.0.0.1', port: mail.port },
  sender: 'portal@example.com',
  ...settings,
})
const webhook = { url: 'http://127.0.0.1:1/', secret: 'a-secret-of-the-webhook' }
const toConfig = { broadcastConfig: { receiver: 'config', receiverEmails: [ann, bob, cho, dan] } }

beforeAll(async () => {
  mail = await startMailServer()
  slack = await startSlack()
  inbox = await startNotifications({ processors: { email: email(toConfig) }, app: { title: 'House of lamps' } })
  inbox.write(
    [
      inbox.organisation,
      document('User', 'ann', { spec: { memberOf: [], profile: { email: ann } } }),
      document('User', 'bob', { spec: { memberOf: [], profile: { email: bob } } }),
    ].join('\n---\n'),
  )
})
afterAll(async () => {
  await inbox.stop()
  await mail.stop()
  slack.stop()
})
beforeEach(async () => {
  await inbox.clear()
  mail.mails.splice(0)
  mail.asked.splice(0)
  mail.refusals.clear()
  slack.posted.splice(0)
  slack.errors.clear()
})

/** Changes the channels, and waits until users see these. */
async function configure(processors: object, expected: readonly string[]): Promise<void> {
  inbox.changeConfig('notifications', { processors })
  await eventually(async () => {
    const { channels } = await inbox.server.as(jane).call(notificationsApi.getSettings)
    expect(channels.map(({ id }) => id)).toEqual(['Web', ...expected, 'Pigeon'])
  })
}

const mailsTo = (address: string) => mail.mails.filter(text => text.includes(`\nTo: ${address}\n`))
const statesOf = async () => {
  const { rows } = await inbox.server.database.pool.query('select recipient, state, attempts from notifications.outgoing order by id')
  return rows.map(({ recipient, state, attempts }) => `${recipient} ${state} ${attempts}`)
}
const undelivered = () => inbox.server.as({ plugin: 'test' }).call(notificationsApi.listUndelivered)

test('an address that is refused is its own failure: the others get one mail each, and only what was refused for now is tried again', async () => {
  mail.refusals.set(bob, { code: 550, text: 'No such mailbox' })
  mail.refusals.set(cho, { code: 450, text: 'Come back later' })
  await inbox.broadcast({ title: 'All lamps are on' })
  await eventually(async () =>
    expect(await statesOf()).toEqual([`mailto:${ann} sent 1`, `mailto:${bob} failed 1`, `mailto:${cho} waiting 1`, `mailto:${dan} sent 1`]),
  )
  mail.refusals.delete(cho)
  await eventually(async () => {
    await inbox.retryNow()
    expect(await statesOf()).toEqual([`mailto:${ann} sent 1`, `mailto:${bob} failed 1`, `mailto:${cho} sent 2`, `mailto:${dan} sent 1`])
  })
  expect([ann, bob, cho, dan].map(address => mailsTo(address).length)).toEqual([1, 0, 1, 1])
  expect(mail.asked.toSorted()).toEqual([ann, bob, cho, cho, dan])
  const { totalCount, items } = await undelivered()
  expect([totalCount, items[0]]).toEqual([
    1,
    expect.objectContaining({
      channel: 'E-mail',
      recipient: `mailto:${bob}`,
      state: 'failed',
      error: expect.stringContaining('550 No such mailbox'),
    }),
  ])
  expect((await inbox.server.server.inspection.problems()).find(({ plugin }) => plugin === 'notifications')).toMatchObject({
    count: 1,
    items: [{ subject: `E-mail to mailto:${bob} (failed)` }],
  })
})

test('a mail that the server had in full when the connection was lost is not sent again, and reported as unknown', async () => {
  mail.refusals.set(bob, 'hang up after the mail')
  await inbox.broadcast({ title: 'Half a promise' })
  await eventually(async () =>
    expect((await undelivered()).items.map(({ recipient, state }) => [recipient, state])).toEqual([[`mailto:${bob}`, 'unknown']]),
  )
  mail.refusals.delete(bob)
  await inbox.retryNow()
  await inbox.broadcast({ title: 'The next one' })
  await eventually(() => expect(mailsTo(bob)).toHaveLength(2))
  expect(mailsTo(bob).filter(text => text.includes('Half a promise'))).toHaveLength(1)
})

test('a message that a stopped server had claimed is not sent again, and reported as unknown; what nobody works on is taken up', async () => {
  const { pool } = inbox.server.database
  const notification = { origin: 'plugin:test', recipients: { type: 'broadcast' }, payload: { title: 'Left behind', severity: 'normal' } }
  const left = (recipient: string, rest: string) =>
    pool.query(
      `insert into notifications.outgoing (channel, recipient, delivery_id, notification, state, attempts, claimed_until, due_at) values ('E-mail', $1, 'd', $2, ${rest})`,
      [`mailto:${recipient}`, JSON.stringify(notification)],
    )
  await left(ann, `'claimed', 1, now() - interval '1 second', now()`)
  await left(bob, `'waiting', 0, null, now() - interval '1 hour'`)
  await inbox.server.server.inspection.triggerTask('notifications', 'maintain-outgoing')
  await eventually(async () => expect(await statesOf()).toEqual([`mailto:${ann} unknown 1`, `mailto:${bob} sent 1`]))
  // Mails of the test before may still arrive.
  const leftTo = (address: string) => mailsTo(address).filter(text => text.includes('Left behind')).length
  expect([leftTo(ann), leftTo(bob)]).toEqual([0, 1])
  expect((await undelivered()).items[0]?.error).toContain('may have been sent')
})

test('a delivery that is repeated adds no second mail', async () => {
  await inbox.sendTo(jane, { title: 'Once' })
  await eventually(async () => expect(await statesOf()).toEqual([`${jane} sent 1`]))
  await inbox.server.database.pool.query(
    `update core.job set state = 'waiting', run_at = now(), attempts = 0 where name = 'deliver' and payload->'notification'->'payload'->>'title' = 'Once'`,
  )
  await inbox.retryNow()
  await eventually(async () => {
    const { rows } = await inbox.server.database.pool.query(`select 1 from core.job where name = 'deliver' and state <> 'completed'`)
    expect(rows).toEqual([])
  })
  expect(await statesOf()).toEqual([`${jane} sent 1`])
  expect(mail.mails).toHaveLength(1)
})

test('mails follow the config: another server, lists of addresses, all users, the title of the portal', async () => {
  const other = await startMailServer()
  const transportConfig = { hostname: '127.0.0.1', port: other.port }
  const settings = {
    ...email({ broadcastConfig: { receiver: 'users' }, digest: '15m', concurrencyLimit: 4, throttleInterval: '1ms', cache: { ttl: '1h' } }),
    transportConfig,
  }
  const lists = { allowlistEmailAddresses: [ann.toUpperCase(), bob], denylistEmailAddresses: [bob] }
  await configure({ email: { ...settings, ...lists }, webhook: [{ ...webhook, filter: { minSeverity: 'critical' } }] }, [
    'E-mail',
    'Webhook',
  ])
  inbox.changeConfig('app', { title: 'House of moons' })
  await eventually(() => expect(inbox.server.server.inspection.configChanges().inForce).toContain('app.title'))
  await inbox.broadcast({ title: 'One' })
  await inbox.broadcast({ title: 'Two' })
  await eventually(async () => expect((await statesOf()).filter(state => state.endsWith(' waiting 0'))).toHaveLength(8))
  await eventually(async () => {
    await inbox.retryNow()
    expect((await statesOf()).filter(state => / (sent|skipped) /.test(state))).toHaveLength(8)
  })
  expect(mail.mails).toEqual([])
  expect(other.mails).toHaveLength(1)
  expect(other.mails[0]).toContain(`\nTo: ${ann}\n`)
  expect(other.mails[0]).toContain('\nSubject: 2 notifications from House of moons\n')
  await other.stop()
})

test('Slack, webhooks and channels that come and go follow the config, and one channel of Slack that refuses does not repeat the others', async () => {
  const bot = { token: 'xoxb-1', apiUrl: slack.url, broadcastChannels: ['C1', 'C2', 'C3'] }
  await configure({ slack: [bot] }, ['Slack'])
  slack.errors.set('C2', 'is_archived')
  slack.errors.set('C3', 'ratelimited')
  await inbox.broadcast({ title: 'For all' })
  await eventually(async () => expect(await statesOf()).toEqual(['channel:C1 sent 1', 'channel:C2 failed 1', 'channel:C3 waiting 1']))
  slack.errors.delete('C3')
  await eventually(async () => {
    await inbox.retryNow()
    expect(await statesOf()).toEqual(['channel:C1 sent 1', 'channel:C2 failed 1', 'channel:C3 sent 2'])
  })
  expect(slack.posted.toSorted()).toEqual(['C1', 'C2', 'C3', 'C3'])

  const ours = { ...bot, id: 'Slack of ours', broadcastChannels: ['C9'] }
  await configure({ slack: [ours], webhook: [{ ...webhook, url: `${slack.url}/old` }] }, ['Slack of ours', 'Webhook'])
  await configure({ slack: [ours], webhook: [{ ...webhook, id: 'Hook', url: `${slack.url}/new` }] }, ['Slack of ours', 'Hook'])
  await inbox.broadcast({ title: 'Elsewhere' })
  await eventually(() => expect(slack.posted.slice(4).toSorted()).toEqual(['/new', 'C9']))

  await configure({ dryRun: true, slack: [{ ...ours, id: 'Silent' }] }, ['Silent'])
  await inbox.broadcast({ title: 'Nowhere' })
  await eventually(async () => expect(await statesOf()).toContain('channel:C9 skipped 1'))
  expect(slack.posted).toHaveLength(6)
})
