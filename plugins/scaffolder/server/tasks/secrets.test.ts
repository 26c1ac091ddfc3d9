import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scaffolderApi } from '@portico/scaffolder/common'
import { startScaffolder, type TestScaffolder } from '@portico/scaffolder/testing'
import { createSealing, keyOfText } from './sealing.ts'

const secret = 'Sesame-Öffne-42 "x"'
/** Every filter of the engine, and ours. */
const filters = [
  ...['abs', 'capitalize', 'dictsort', 'dump', 'e', 'escape', 'first', 'float', 'forceescape', 'int', 'jsonify', 'last', 'length', 'list'],
  ...['lower', 'nl2br', 'parseEntityRef', 'parseRepoUrl', 'projectSlug', 'random', 'reject', 'reverse', 'round', 'safe', 'select', 'sort'],
  ...['string', 'striptags', 'title', 'trim', 'upper', 'urlencode', 'urlize', 'wordcount'],
  ...[
    'batch(2)',
    'center(60)',
    "d('x')",
    "default('x')",
    "groupby('length')",
    'indent(2)',
    'join("|")',
    "pick('length')",
    "rejectattr('x')",
  ],
  ...["replace('-','+')", "replace('e','3')", "selectattr('length')", 'slice(3)', "sum('length')", 'truncate(9)'],
]

const declared = { inLogs: ['TOKEN'] }

let scaffolder: TestScaffolder
let logged = ''
beforeAll(async () => {
  const show = (source: string) => ({ action: 'debug:log', input: { message: source } })
  scaffolder = await startScaffolder(
    {
      filters: { secrets: declared, steps: filters.map(filter => show(`<\${{ secrets.TOKEN | ${filter} }}>`)) },
      lists: {
        secrets: declared,
        steps: filters.flatMap(filter => [
          show(`\${{ [secrets.TOKEN, 'x'] | ${filter} | dump }}`),
          show(`\${{ ({ k: secrets.TOKEN }) | ${filter} | dump }}`),
        ]),
      },
      ways: {
        secrets: { inLogs: ['TOKEN', 'KEY'] },
        steps: [
          {
            id: 'json',
            action: 'roadiehq:utils:serialize:json',
            input: { data: { a: '${{ secrets.TOKEN }}', b: ['x-${{ secrets.TOKEN }}-y'] } },
          },
          { id: 'yaml', action: 'roadiehq:utils:serialize:yaml', input: { data: { a: '${{ secrets.TOKEN }}' } } },
          { id: 'calc', action: 'roadiehq:utils:jsonata', input: { data: { a: '${{ secrets.TOKEN }}' }, expression: '$base64encode(a)' } },
          show('${{ steps.json.output.serialized }} ${{ steps.yaml.output.serialized }} ${{ steps.calc.output.result }}'),
          show(
            '${{ steps.json.output.serialized | truncate(12) }} ${{ steps.json.output.serialized | upper }} ${{ steps.json.output | dump }}',
          ),
          show('{% for k, v in environment %}${{ k }}=${{ v | dump }}{% endfor %}'),
          show("${{ environment['sec' ~ 'rets'].KEY }}"),
          { action: 'roadiehq:utils:fs:write', input: { path: 'secret.txt', content: '${{ secrets.TOKEN }}' } },
          { action: 'debug:log', input: { listWorkspace: 'with-contents' } },
        ],
        output: {
          text: [{ content: '${{ steps.json.output.serialized | truncate(14) }} ${{ secrets.TOKEN }}' }],
          raw: '${{ steps.calc.output.result }}',
          seen: "${{ secrets['TOKEN'] }}",
        },
      },
      errors: { steps: [{ action: 'fs:rename', input: { files: [{ from: '${{ secrets.TOKEN }}', to: 'b' }] } }] },
      inputs: { steps: [{ action: 'debug:wait', input: { minutes: '${{ secrets.TOKEN }}' } }] },
      expressions: { secrets: declared, steps: [show('${{ secrets.TOKEN | parseRepoUrl }} ${{ secrets.TOKEN | nope }}')] },
      conditions: { steps: [{ ...show('seen ${{ each.value }}'), each: '${{ secrets }}', if: '${{ secrets.TOKEN }}' }] },
      'said-log': { steps: [show('${{ secrets.TOKEN | truncate(5) }}')] },
      'said-all': { secrets: declared, steps: [show('${{ secrets | dump }}')] },
      'said-environment': { steps: [show("${{ environment.secrets['KEY'] }}")] },
      'said-output': {
        steps: [{ action: 'fs:readdir', input: { paths: ['.'] } }],
        output: { text: [{ content: '${{ secrets.TOKEN }}' }] },
      },
      hang: { steps: [{ action: 'debug:wait', input: { minutes: 5 } }] },
    },
    {
      config: { scaffolder: { defaultEnvironment: { parameters: { region: 'north' }, secrets: { KEY: 'environment-key-99' } } } },
      logTo: { write: line => (logged += line) },
    },
  )
})
afterAll(() => scaffolder.stop())

/** Parts of the secret in any form that people could read. */
function leaksIn(text: string): string[] {
  const forms = [
    secret,
    'Sesame',
    'SESAME',
    'sesame',
    'emaseS',
    'S3sam3',
    'environment-key',
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
    encodeURIComponent(secret),
    '"S","e","s"',
  ]
  return forms.filter(form => text.includes(form))
}

async function everything(): Promise<string> {
  const db = scaffolder.server.database.forSchema('scaffolder')
  const { rows } =
    await sql`select (select json_agg(row_to_json(t)) from task t) as tasks, (select json_agg(row_to_json(e)) from task_event e) as events,
    (select json_agg(row_to_json(f)) from task_effect f) as effects, (select json_agg(row_to_json(a)) from core.audit_event a) as audit, (select json_agg(row_to_json(j)) from core.job j) as jobs`.execute(
      db,
    )
  return JSON.stringify(rows)
}

describe('a secret', () => {
  test.each(['filters', 'lists', 'ways', 'errors', 'inputs', 'expressions', 'conditions'])(
    'is in no event, error, output, row or log: %s',
    async name => {
      const { id, events, task } = await scaffolder.run(name, {}, { TOKEN: secret })
      expect(events.length).toBeGreaterThan(2)
      // No step was left out.
      if (name === 'filters' || name === 'lists') expect(task.status).toBe('completed')
      expect(leaksIn(JSON.stringify(events))).toEqual([])
      expect(leaksIn(JSON.stringify(task))).toEqual([])
      const ledger = await scaffolder.server.call(scaffolderApi.getLedger, { params: { taskId: id } })
      expect(leaksIn(JSON.stringify(ledger))).toEqual([])
      expect(leaksIn(await everything())).toEqual([])
      expect(leaksIn(logged)).toEqual([])
    },
  )

  test('is shown as stars where its place in a text matters', async () => {
    const { messages } = await scaffolder.run('filters', {}, { TOKEN: secret })
    expect(messages).toContain('<***>')
  })

  test('is encrypted while its task runs, and gone when it has ended', async () => {
    const db = scaffolder.server.database.forSchema('scaffolder')
    const id = await scaffolder.create('hang', {}, { secrets: { TOKEN: secret } })
    await scaffolder.until(id, 'processing')
    const row = async () => (await sql<{ sealed: Buffer | null }>`select sealed from task where id = ${id}`.execute(db)).rows[0]
    const sealed = (await row())?.sealed
    expect(sealed?.length).toBeGreaterThan(50)
    expect(leaksIn(sealed?.toString('latin1') ?? '')).toEqual([])
    await scaffolder.server.call(scaffolderApi.cancelTask, { params: { taskId: id } })
    await scaffolder.until(id, 'failed')
    expect((await row())?.sealed).toBeNull()
  })
})

test.each([
  ['said-log', "message of debug:log uses the secret 'TOKEN'"],
  ['said-all', 'message of debug:log uses all secrets'],
  ['said-environment', "message of debug:log uses the secret 'KEY'"],
  ['said-output', "output.text[0].content uses the secret 'TOKEN'"],
])('debug:log and the output use no secret that the template does not declare: %s', async (name, message) => {
  const { completion, messages } = await scaffolder.run(name, {}, { TOKEN: secret })
  expect(completion).toMatchObject({ error: { code: 'scaffolder.secret-shown', message: expect.stringContaining(message) } })
  expect(messages.filter(each => each.includes('***'))).toEqual([])
})

test('a run with more or longer secrets than a run may have is refused, whatever asks for it', async () => {
  const entries = (count: number, secret: string) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`S${n}`, secret]))
  const { id: taskId } = await scaffolder.run('conditions')
  const refused = [entries(101, 'text'), entries(1, 'x'.repeat(20_001)), entries(5, 'x'.repeat(20_000)), { ['n'.repeat(257)]: 'text' }]
  const template = { apiVersion: 'scaffolder.backstage.io/v1beta3', kind: 'Template', metadata: { name: 'a' }, spec: { steps: [] } }
  for (const secrets of refused) {
    const body = { templateRef: 'template:default/filters', values: {}, secrets }
    const { server } = scaffolder
    const asked = [
      server.call(scaffolderApi.createTask, { body }),
      server.call(scaffolderApi.planTask, { body }),
      server.call(scaffolderApi.dryRun, { body: { template, values: {}, secrets } }),
      server.call(scaffolderApi.retryTask, { params: { taskId }, body: { secrets } }),
      server.call(scaffolderApi.undoTask, { params: { taskId }, body: { secrets } }),
      server.call(scaffolderApi.startUpgrades, { body: { templateRef: 'template:default/filters', secrets } }),
    ]
    const statuses = asked.map(each =>
      each.then(
        () => 200,
        ({ status }: { status: number }) => status,
      ),
    )
    for (const status of await Promise.all(statuses)) expect([400, 413]).toContain(status)
  }
})

test('two hundred thousand secrets in one request are refused, and the portal goes on', async () => {
  const secrets = Object.fromEntries(Array.from({ length: 200_000 }, (_, n) => [`S${n}`, `secret number ${n}`]))
  const body = { templateRef: 'template:default/filters', values: {}, secrets }
  await expect(scaffolder.server.call(scaffolderApi.createTask, { body })).rejects.toMatchObject({ status: 413 })
  expect((await scaffolder.run('filters', {}, { TOKEN: secret })).task.status).toBe('completed')
})

test('what is sealed for one task cannot be opened for another, or with another key', () => {
  const noTokens = { forPlugin: async () => '' }
  const sealing = createSealing(keyOfText('a long enough key'), noTokens)
  const sealed = sealing.seal({ a: 1 }, 'one')
  expect(sealing.open(sealed, 'one')).toEqual({ a: 1 })
  expect(sealing.open(sealed, 'two')).toBeUndefined()
  expect(createSealing(keyOfText('another long key'), noTokens).open(sealed, 'one')).toBeUndefined()
  sealed[20] = (sealed[20] ?? 0) ^ 1
  expect(sealing.open(sealed, 'one')).toBeUndefined()
})
