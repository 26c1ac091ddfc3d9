import { eventually } from '@portico/core/testing'
import { jane, startMailServer, startNotifications, type TestNotifications } from '@portico/notifications/testing'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'

const stops: (() => unknown)[] = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

const email = (port: number) => ({ transportConfig: { hostname: '127.0.0.1', port }, sender: 'portal@example.com' })

async function start(processors: object, logTo?: { write(line: string): unknown }): Promise<TestNotifications> {
  const inbox = await startNotifications({ processors, ...(logTo && { logTo }) })
  stops.push(inbox.stop)
  return inbox
}

test('with a digest what comes within its time is one mail, and what is critical takes all of it along at once', async () => {
  const mail = await startMailServer()
  stops.push(mail.stop)
  const inbox = await start({ email: { ...email(mail.port), digest: '15m' } })
  const waiting = async () =>
    Number((await inbox.server.database.pool.query("select count(*) from notifications.outgoing where state = 'waiting'")).rows[0].count)
  for (const title of ['One', 'Two', 'Three']) await inbox.sendTo(jane, { title })
  await eventually(async () => expect(await waiting()).toBe(3))
  expect(mail.mails).toEqual([])
  await eventually(async () => {
    await inbox.retryNow()
    expect(mail.mails).toHaveLength(1)
  })
  expect(mail.mails[0]).toMatch(/^Subject: 3 notifications from /m)
  expect(mail.mails[0]).toMatch(/One[\s\S]*Two[\s\S]*Three/)
  await eventually(async () => expect(await waiting()).toBe(0))

  await inbox.sendTo(jane, { title: 'Can wait' })
  await eventually(async () => expect(await waiting()).toBe(1))
  await inbox.sendTo(jane, { title: 'The house burns', severity: 'critical' })
  await eventually(() => expect(mail.mails).toHaveLength(2))
  expect(mail.mails[1]).toMatch(/Can wait[\s\S]*The house burns/)
})

test('in a dry run the log says what each channel would send, and nothing is sent', async () => {
  const lines: string[] = []
  const requests: string[] = []
  const host = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  stops.push(() => host.close())
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  const mail = await startMailServer()
  stops.push(mail.stop)
  const inbox = await start(
    {
      dryRun: true,
      email: email(mail.port),
      slack: [{ token: 'xoxb-1', apiUrl: `${url}/slack` }],
      webhook: [{ url: `${url}/hook`, secret: 'a-secret-of-the-webhook' }],
    },
    { write: line => lines.push(line) },
  )
  await inbox.sendTo(jane, { title: 'Only for the log' })
  const said = () => lines.filter(line => line.includes('dry run'))
  await eventually(() => expect(said()).toHaveLength(3))
  expect(said().filter(line => line.includes('Only for the log'))).toHaveLength(3)
  expect([requests, mail.mails]).toEqual([[], []])
})
