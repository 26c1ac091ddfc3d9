import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export const webhookSecret = 'a-secret-for-this-measurement'
export const wideTopic = 'wide'

/** One request of somebody who means no good. */
export interface HostileInput {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** How many are sent at once; one by default. */
  readonly atOnce?: number
}

const template = (name: string, spec: object) =>
  JSON.stringify({ apiVersion: 'scaffolder.backstage.io/v1beta3', kind: 'Template', metadata: { name }, spec: { type: 'bench', ...spec } })

const keys = (count: number, value = (_index: number): string => '1') =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value(index)}`).join(',')}}`

const longName = 'a'.repeat(60)
const hostileGlobs = ['*a'.repeat(25) + 'b', '+(a|aa)'.repeat(12) + 'b', '{a,aa}'.repeat(14) + 'b', '**/'.repeat(30) + 'b']

/** Ten lines, of which each names the one before ten times. */
const aliasBomb = Array.from({ length: 9 }, (_, index) => {
  const value = index === 0 ? '"lol"' : `*a${index - 1}`
  return `a${index}: &a${index} [${Array.from({ length: 10 }, () => value).join(',')}]`
}).join('\n')

const slowExpression = '{% for a in range(3000) %}{% for b in range(3000) %}${{ a * b }}{% endfor %}{% endfor %}'

/** A page on which a careless parser works for long: emphasis, links and quotes that never end, and much of it. */
const hugePage = (number: number) =>
  `# Page ${number}\n\n${'*a '.repeat(20_000)}\n\n${'['.repeat(20_000)}\n\n${'> '.repeat(3000)}x\n\n${`${'| a '.repeat(200)}|\n`.repeat(500)}\n\n${'Words and more words. '.repeat(100_000)}`

export const hugePages = 12

/** The templates and docs that the inputs are about; returns the catalog files to register. */
export function writeHostileFiles(folder: string): string[] {
  const skeleton = join(folder, 'skeleton')
  mkdirSync(skeleton, { recursive: true })
  for (let index = 0; index < 50; index++) writeFileSync(join(skeleton, `${longName}${index}`), 'Hello ${{ values.name }}\n')
  writeFileSync(join(skeleton, 'bomb.yaml'), aliasBomb)
  const fetchFiles = { action: 'fetch:plain', input: { url: './skeleton' } }
  const templates = [
    template('form', { parameters: { properties: { name: { type: 'string', pattern: '^(a+)+$' } } }, steps: [] }),
    template('globs', {
      steps: [
        { action: 'fetch:template', input: { url: './skeleton', values: { name: 'x' }, copyWithoutTemplating: hostileGlobs } },
        ...hostileGlobs.map(file => ({
          action: 'roadiehq:utils:fs:replace',
          input: { files: [{ file, find: 'Hello', replaceWith: 'Bye' }] },
        })),
      ],
    }),
    template('bomb', {
      steps: [fetchFiles, { action: 'roadiehq:utils:jsonata:yaml:transform', input: { path: 'bomb.yaml', expression: '$', as: 'string' } }],
    }),
    template('endless', { steps: [{ action: 'http:backstage:request', input: { method: 'GET', path: 'proxy/endless' } }] }),
  ]
  const templatesFile = join(folder, 'hostile-templates.yaml')
  writeFileSync(templatesFile, templates.join('\n---\n'))

  const docs = join(folder, 'huge/docs')
  mkdirSync(docs, { recursive: true })
  writeFileSync(join(docs, 'index.md'), '# Huge\n')
  for (let number = 0; number < hugePages; number++) writeFileSync(join(docs, `page-${number}.md`), hugePage(number))
  const site = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: { name: 'huge-docs', annotations: { 'backstage.io/techdocs-ref': 'dir:.' } },
    spec: { type: 'service', lifecycle: 'production', owner: 'nobody' },
  }
  const siteFile = join(folder, 'huge/catalog-info.yaml')
  writeFileSync(siteFile, JSON.stringify(site))
  return [templatesFile, siteFile]
}

/** Each input alone is one that a user can send by mistake or on purpose; together they are sent for as long as it is measured. */
export function hostileInputs(): HostileInput[] {
  const json = { 'content-type': 'application/json' }
  const post = (name: string, path: string, body: string, more: Partial<HostileInput> = {}): HostileInput => ({
    name,
    method: 'POST',
    path,
    body,
    ...more,
    headers: { ...json, ...more.headers },
  })
  const task = (name: string, templateName: string, values: string, secrets = '{}') =>
    post(name, '/api/scaffolder/v2/tasks', `{"templateRef":"template:default/${templateName}","values":${values},"secrets":${secrets}}`)
  const delivery = JSON.stringify({ ref: 'refs/heads/main', commits: Array.from({ length: 500 }, (_, id) => ({ id, modified: ['a.md'] })) })
  const signature = `sha256=${createHmac('sha256', webhookSecret).update(delivery).digest('hex')}`
  const signed = { 'x-hub-signature-256': signature, 'x-github-event': 'push', 'x-github-delivery': 'the-same-each-time' }
  return [
    task(
      '200,000 secrets',
      'three',
      '{"name":"shop"}',
      keys(200_000, index => `"secret-${index}"`),
    ),
    task('Hostile globs', 'globs', '{}'),
    task('A YAML file of aliases', 'bomb', '{}'),
    task('A form pattern that backtracks', 'form', JSON.stringify({ name: `${'a'.repeat(50_000)}!` })),
    task('400,000 keys in values', 'three', keys(400_000)),
    post('Wide JSON on a topic', `/api/events/http/${wideTopic}`, keys(350_000)),
    post('Slow expressions', '/api/scaffolder/v2/expressions', JSON.stringify({ source: slowExpression, values: {} }), { atOnce: 4 }),
    ...Array.from({ length: hugePages }, (_, number): HostileInput => {
      return { name: 'Huge pages of docs', method: 'GET', path: `/api/techdocs/pages/default/component/huge-docs/page-${number}/` }
    }),
    { name: 'filters[__proto__]', method: 'GET', path: '/api/search/query?term=shop&filters[__proto__]=x&filters[constructor]=y' },
    task('An answer without end', 'endless', '{}'),
    post('Replays of a delivery', '/api/events/http/github', delivery, { headers: signed, atOnce: 20 }),
  ]
}

/** A host whose answer never ends. */
export async function startEndlessServer() {
  const server = createServer((_request, response) => {
    const chunk = Buffer.alloc(65_536, 'x')
    response.on('error', () => {})
    const send = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', send)
    }
    response.writeHead(200, { 'content-type': 'text/plain' })
    send()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
