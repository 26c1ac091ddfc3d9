import { defineContract, defineEvent, get } from '@portico/core/common'
import { defineServerPlugin, defineService, optional, type ServerPlugin } from '@portico/core/server'
import { startTestServer, eventually } from '@portico/core/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { inOrderOfUse } from './order.ts'

const eventOf = (topic: string) => defineEvent(topic, z.unknown())

const clockService = defineService<{ now: () => number }>('clock')
const numberService = defineService<number>('number')

const clock = defineServerPlugin({ id: 'clock', provides: { clock: clockService }, setup: () => ({ clock: { now: () => 42 } }) })
const plain = (id: string, more: Partial<ServerPlugin> = {}) => defineServerPlugin({ id, setup() {}, ...more } as ServerPlugin)

const api = (id: string) => defineContract(id, { ask: get('/ask', { access: 'public', reply: z.object({ answer: z.number() }) }) })

const asker = defineServerPlugin({
  id: 'asker',
  uses: { clock: clockService },
  setup: ({ implement }, { clock: { now } }) => implement(api('asker'), { ask: () => ({ answer: now() }) }),
})

const bodyOf = async (response: Response): Promise<any> => response.json()

test('plugins are set up after those whose services they use, whatever the order of the list', async () => {
  const server = await startTestServer({ plugins: [asker, clock] })
  expect(await server.call(api('asker').ask)).toEqual({ answer: 42 })
  expect(server.server.inspection.plugins().map(({ id, state }) => [id, state])).toEqual([
    ['clock', 'started'],
    ['asker', 'started'],
  ])
  await server.stop()
})

test('what can never start is refused by name', () => {
  const [a, b] = [defineService('a'), defineService('b')]
  const needsB = plain('a', { uses: { b }, provides: { a } })
  const needsA = plain('b', { uses: { a }, provides: { b } })
  expect(() => inOrderOfUse([needsB, needsA])).toThrow('Plugins depend on each other in a cycle: a → b → a')
  expect(() => inOrderOfUse([asker])).toThrow("Plugin 'asker' uses the service 'clock', which no plugin provides")
  expect(() => inOrderOfUse([clock, plain('clock')])).toThrow("Two plugins have the id 'clock'")
  expect(() => inOrderOfUse([clock, plain('other', { provides: { c: clockService } })])).toThrow(
    "The service 'clock' is provided by two plugins: 'clock' and 'other'",
  )
  expect(() => inOrderOfUse([clock, plain('other', { uses: { clock: defineService('clock') } })])).toThrow(
    "Two services have the id 'clock': the one that plugin 'other' uses and the one that plugin 'clock' provides. Define a service once, and import it where it is used",
  )
  expect(() => inOrderOfUse([clock, plain('other', { uses: { x: clockService }, provides: { x: numberService } })])).toThrow(
    "Plugin 'other' calls two services 'x': 'clock' and 'number'. Give one of them another name",
  )
  expect(() => inOrderOfUse([clock, plain('other', { uses: { x: clockService, y: clockService } })])).toThrow(
    "Plugin 'other' has two names for the service 'clock': 'x' and 'y'. Leave one out",
  )
  expect(() => inOrderOfUse([plain('Not An Id')])).toThrow("'Not An Id' is not a plugin id")
  expect(() => inOrderOfUse([plain('core')])).toThrow("'core' is the core's own name")
})

test('a plugin that fails makes only its dependants fail, and its routes say so', async () => {
  const lines: string[] = []
  const failing = defineServerPlugin({
    id: 'failing',
    provides: { number: numberService },
    setup({ implement }) {
      implement(api('failing'), { ask: () => ({ answer: 1 }) })
      throw new Error('no luck today')
    },
  })
  const dependent = defineServerPlugin({ id: 'dependent', uses: { number: numberService }, setup: () => {} })
  const late = defineServerPlugin({
    id: 'late',
    setup({ implement, onStart }) {
      implement(api('late'), { ask: () => ({ answer: 2 }) })
      onStart(() => {
        throw new Error('too late')
      })
    },
  })
  const server = await startTestServer({
    plugins: [failing, dependent, late, clock, asker],
    logTo: { write: line => lines.push(String(line)) },
  })
  const states = Object.fromEntries(server.server.inspection.plugins().map(({ id, state, error }) => [id, [state, error]]))
  expect(states).toEqual({
    failing: ['failed', 'no luck today'],
    dependent: ['failed', "it uses the service 'number' of the plugin 'failing', which failed: no luck today"],
    late: ['failed', 'too late'],
    clock: ['started', undefined],
    asker: ['started', undefined],
  })
  expect(lines.join('')).toContain("plugin 'failing' failed in setup: no luck today")
  for (const path of ['/api/failing/ask', '/api/failing/other', '/api/dependent/x', '/api/late/ask']) {
    const response = await server.fetch(path)
    expect([path, response.status, (await bodyOf(response)).error.code]).toEqual([path, 503, 'core.plugin-failed'])
  }
  expect(await server.call(api('asker').ask)).toEqual({ answer: 42 })
  await server.stop()
})

test('a plugin runs without a service that is optional: with its provider absent, failed or off', async () => {
  const got: unknown[] = []
  const user = defineServerPlugin({
    id: 'user',
    uses: { clock: optional(clockService), count: optional(numberService) },
    setup: (_core, { clock: time, count }) => void got.push([time?.now(), count]),
  })
  const failing = plain('failing', {
    provides: { number: numberService },
    setup() {
      throw new Error('no luck today')
    },
  })
  for (const plugins of [[user, failing, clock], [user]]) {
    const server = await startTestServer({ plugins })
    expect(server.server.inspection.plugins().find(({ id }) => id === 'user')?.state).toBe('started')
    await server.stop()
  }
  const off = { plugins: [{ package: '@portico/clock', enabled: false }] }
  const server = await startTestServer({ plugins: [user, clock], config: off })
  await server.stop()
  expect(got).toEqual([
    [42, undefined],
    [undefined, undefined],
    [undefined, undefined],
  ])
  const other = defineService<number>('clock')
  expect(() => inOrderOfUse([clock, plain('other', { uses: { clock: optional(other) } })])).toThrow("Two services have the id 'clock'")
})

test('who can reach the portal from elsewhere is told only the kind of reason', async () => {
  const config = { pets: z.object({ food: z.string() }) }
  const plugins = [plain('pets', { config, provides: { number: numberService } }), plain('toys', { uses: { number: numberService } })]
  const messages = async (baseUrl: string) => {
    const server = await startTestServer({ plugins, config: { pets: { food: 5 }, backend: { baseUrl } } })
    const bodies = await Promise.all(['pets', 'toys'].map(async id => bodyOf(await server.fetch(`/api/${id}/x`))))
    await server.stop()
    return bodies.map(({ error }) => error.message.replace(" The System page and the server's log say more", ''))
  }
  expect(await messages('https://portal.example.com')).toEqual([
    "The plugin 'pets' is off, because its config has a mistake.",
    "The plugin 'toys' is off, because another plugin that it needs is off.",
  ])
  expect(await messages('http://localhost:7007')).toEqual([
    expect.stringContaining('pets.food: expected a text, found 5'),
    expect.stringContaining("of the plugin 'pets', which failed: pets.food: expected a text, found 5"),
  ])
})

test('a plugin whose migration fails is marked as failed, the others have their tables', async () => {
  const good = defineServerPlugin({
    id: 'good',
    migrations: { '0001': { up: async db => void (await db.schema.createTable('thing').addColumn('id', 'integer').execute()) } },
    setup: ({ db, implement }) =>
      implement(api('good'), { ask: async () => ({ answer: (await db.selectFrom('thing').selectAll().execute()).length }) }),
  })
  const bad = defineServerPlugin({
    id: 'bad',
    migrations: { '0001': { up: async db => void (await db.schema.dropTable('nothing').execute()) } },
    setup: () => {},
  })
  const server = await startTestServer({ plugins: [bad, good, clock], emptyDatabase: true })
  expect(server.server.inspection.plugins().map(({ id, state }) => [id, state])).toEqual([
    ['bad', 'failed'],
    ['good', 'started'],
    ['clock', 'started'],
  ])
  expect(await server.call(api('good').ask)).toEqual({ answer: 0 })
  await server.stop()
})

test('only the plugin that provides identity may issue user tokens', async () => {
  let refused: unknown
  const thief = defineServerPlugin({
    id: 'thief',
    async setup({ security: { userTokens } }) {
      refused = await userTokens.issue({ userEntityRef: 'user:default/admin' }).catch((error: unknown) => error)
    },
  })
  const server = await startTestServer({ plugins: [thief] })
  expect(refused).toMatchObject({ name: 'NotAllowedError' })
  await server.stop()
})

test('a plugin that declares a service but does not provide it fails', async () => {
  const liar = defineServerPlugin({ id: 'liar', provides: { number: numberService }, setup: (() => ({})) as never })
  const server = await startTestServer({ plugins: [liar] })
  expect(server.server.inspection.plugins()[0]?.error).toBe("it declares that it provides 'number' but its setup does not return it")
  await server.stop()
})

test('requests wait for a plugin that starts slowly, and those under way when the server stops are answered', async () => {
  let begin: (() => void) | undefined
  let finish: (() => void) | undefined
  const began = new Promise<void>(resolve => void (begin = resolve))
  const finished = new Promise<void>(resolve => void (finish = resolve))
  const stopped: string[] = []
  const slow = defineServerPlugin({
    id: 'slow',
    setup({ implement, onStop }) {
      onStop(() => void stopped.push('slow'))
      implement(api('slow'), {
        ask: async () => {
          begin?.()
          await finished
          return { answer: 7 }
        },
      })
    },
  })
  const server = await startTestServer({ plugins: [slow] })
  const answer = server.call(api('slow').ask)
  await began
  const stopping = server.stop()
  expect(stopped).toEqual([])
  expect((await server.fetch('/api/slow/ask')).status).toBe(503)
  finish?.()
  expect(await answer).toEqual({ answer: 7 })
  await stopping
  expect(stopped).toEqual(['slow'])
})

test('a changed config file reaches the plugin that owns the section', async () => {
  const { writeFileSync, readFileSync } = await import('node:fs')
  let onMessage: (value: { greeting: string }) => void = () => {}
  const changed = new Promise<{ greeting: string }>(resolve => void (onMessage = resolve))
  const greeter = defineServerPlugin({
    id: 'greeter',
    config: { greeter: z.strictObject({ greeting: z.string().default('Hello') }) },
    setup({ config, onConfig }) {
      expect(config.greeter.greeting).toBe('Hi')
      onConfig('greeter', onMessage)
    },
  })
  const server = await startTestServer({ plugins: [greeter], config: { greeter: { greeting: 'Hi' } } })
  expect(server.server.inspection.plugins()[0]?.state).toBe('started')
  writeFileSync(server.configFile, readFileSync(server.configFile, 'utf8').replace('"Hi"', '"Salut"'))
  expect(await changed).toEqual({ greeting: 'Salut' })
  await server.stop()
})

test('a plugin that fails leaves no background work: no task, no job, no subscription', async () => {
  const ran = new Set<string>()
  const hourly = { frequency: { hours: 1 }, timeout: { minutes: 1 } }
  const working = (id: string, fail: (onStart: (run: () => void) => void) => void) =>
    defineServerPlugin({
      id,
      async setup({ onStart, work: { scheduler, jobs, events } }) {
        const note = (what: string) => () => void ran.add(`${id} ${what}`)
        scheduler.schedule({ id: 'task', ...hourly, run: note('task') })
        scheduler.schedule({ id: 'local', scope: 'local', ...hourly, run: note('local task') })
        const queue = jobs.define({ name: 'job', payload: z.object({}), run: note('job') })
        events.subscribe({ id: 'reader', events: [eventOf('bell')], run: note('subscription') })
        events.listen([eventOf('bell')], note('listener'))
        await queue.add({})
        fail(onStart)
      },
    })
  const failing = working('failing', () => {
    throw new Error('no luck today')
  })
  const late = working('late', onStart =>
    onStart(() => {
      throw new Error('too late')
    }),
  )
  const server = await startTestServer({ plugins: [failing, late, working('well', () => {})] })
  const { inspection, services } = server.server
  expect((await inspection.tasks()).map(({ pluginId, taskId }) => `${pluginId} ${taskId}`)).toEqual([
    'core prune-audit-trail',
    'well task',
    'well local',
  ])
  await services.events.forPlugin('well').publish(eventOf('bell'), {})
  const all = ['job', 'listener', 'local task', 'subscription', 'task']
  await eventually(() => expect([...ran].filter(each => each.startsWith('well')).toSorted()).toEqual(all.map(what => `well ${what}`)))
  expect([...ran].filter(each => each.startsWith('failing') || each === 'late subscription' || each === 'late listener')).toEqual([])
  await server.stop()
})
