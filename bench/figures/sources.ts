import { startFakeGithub, type FakeGithub } from '@portico/integrations/testing'
import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openCatalog, untilComplete } from '../catalog-server.ts'
import type { Bench, Figure, Row } from '../figure.ts'
import type { RunningServer } from '../server-process.ts'
import { signInAsGuest } from './throughput.ts'

const repositories = 2000
const people = 5000
const secret = 'bench'

const component = (name: string, description: string) =>
  `apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: {name: ${name}, description: ${description}}\nspec: {type: service, lifecycle: production, owner: team-1}\n`

/** Discovery of a whole organisation on a fake server of GitHub, a second run in which nothing has changed, and a push. */
export const sources: Figure = {
  id: 'sources',
  about: `discovery of ${repositories.toLocaleString('en')} repositories and ${people.toLocaleString('en')} people on a fake server of GitHub, again, and a push`,
  async measure(bench) {
    const fake = await startFakeGithub()
    try {
      fill(fake)
      return await measureWith(bench, fake)
    } finally {
      await fake.close()
    }
  },
}

function fill(fake: FakeGithub): void {
  for (let index = 0; index < repositories; index += 1)
    fake.model.add(`acme/repository-${index}`, { 'catalog-info.yaml': component(`component-${index}`, 'first') })
  fake.people.members = Array.from({ length: people }, (_, index) => ({
    login: `user-${index}`,
    name: `User ${index}`,
    email: `user-${index}@acme.test`,
  }))
  fake.people.teams = Array.from({ length: 100 }, (_, index) => ({
    slug: `team-${index}`,
    ...(index > 0 && { parent: `team-${Math.floor(index / 10)}` }),
    members: Array.from({ length: 50 }, (_unused, at) => `user-${index * 50 + at}`),
  }))
}

async function measureWith(bench: Bench, fake: FakeGithub): Promise<Row[]> {
  const manual = { frequency: { trigger: 'manual' }, timeout: { minutes: 10 } }
  const server = await bench.start(bench.freshFolder(), {
    'integrations.github': [{ host: fake.host, apiBaseUrl: fake.apiBaseUrl, token: 't' }],
    'catalog.providers.github': { acme: { organization: 'acme', host: fake.host, schedule: manual } },
    'catalog.providers.githubOrg': [{ id: 'acme', githubUrl: fake.url, orgs: ['acme'], schedule: manual }],
    'catalog.processingInterval': false,
    'catalog.locations': [],
    'events.modules.github.webhookSecret': secret,
  })
  const ask = await openCatalog(server)
  const run = await openSources(server)
  const begun = performance.now()
  await run('github:acme')
  await run('githubOrg:acme')
  const listed = fake.requests.filter(isList).length
  await untilComplete(ask, 2 * repositories + people + 100)
  const whole = (performance.now() - begun) / 1000
  let unconditional = 0
  fake.state.fault = ({ headers }) => {
    if (headers['if-none-match'] === undefined) unconditional += 1
    return false
  }
  const again = performance.now()
  await run('github:acme')
  await run('githubOrg:acme')
  const second = (performance.now() - again) / 1000
  fake.state.fault = undefined
  const seen = await untilPushed(server, fake)
  await server.stop()
  return [
    { name: 'Full discovery, until every entity is there', value: whole, unit: 's', limit: 60 },
    { name: 'Requests to list repositories, people and teams', value: listed, unit: 'requests', limit: pagesOf(fake) },
    { name: 'A second run in which nothing has changed', value: second, unit: 's', limit: 5 },
    { name: 'Requests of the second run that are not conditional', value: unconditional, unit: 'requests', limit: 0 },
    { name: 'A push, from its delivery to the catalog', value: seen, unit: 'ms', limit: 1000 },
  ]
}

/** How many pages the lists have: repositories, people and teams by REST, profiles and direct members by GraphQL. */
function pagesOf({ people: { teams } }: FakeGithub): number {
  const pages = (count: number, size = 100) => Math.max(1, Math.ceil(count / size))
  const below = (slug: string): number =>
    teams.reduce((sum, team) => sum + (team.slug === slug ? team.members.length : team.parent === slug ? below(team.slug) : 0), 0)
  const ofTeams = teams.reduce((sum, { slug }) => sum + pages(below(slug)), 0)
  return pages(repositories) + pages(people) + pages(teams.length) + ofTeams + pages(people) + pages(teams.length, 50)
}

const isList = (request: string) => request.includes('/orgs/') || request.includes('graphql')

async function openSources(server: RunningServer) {
  const authorization = `Bearer ${await signInAsGuest(server.url)}`
  const headers = { authorization, 'content-type': 'application/json' }
  return async (id: string): Promise<void> => {
    const response = await fetch(`${server.url}/api/catalog-sources/sources/${encodeURIComponent(id)}/run`, {
      method: 'POST',
      headers,
      body: '{}',
    })
    const { result, error } = (await response.json()) as { result?: string; error?: unknown }
    if (result !== 'completed') throw new Error(`${id} was ${result}: ${JSON.stringify(error)}`)
  }
}

/** From the delivery of a push to the moment at which the catalog has what was pushed. */
async function untilPushed(server: RunningServer, fake: FakeGithub): Promise<number> {
  fake.model.commit(fake.model.find('acme', 'repository-7')!, 'main', { 'catalog-info.yaml': component('component-7', 'pushed') })
  const commits = [{ added: [], modified: ['catalog-info.yaml'], removed: [] }]
  const body = JSON.stringify({ ref: 'refs/heads/main', repository: { html_url: `${fake.url}/acme/repository-7` }, commits })
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const headers = { 'content-type': 'application/json', 'x-github-event': 'push', 'x-hub-signature-256': signature }
  const authorization = `Bearer ${await signInAsGuest(server.url)}`
  const begun = performance.now()
  await fetch(`${server.url}/api/events/http/github`, { method: 'POST', headers, body })
  for (;;) {
    const response = await fetch(`${server.url}/api/catalog/entities/by-name/component/default/component-7`, { headers: { authorization } })
    const { metadata } = (await response.json()) as { metadata: { description?: string } }
    if (metadata.description === 'pushed') return performance.now() - begun
    await wait(10)
  }
}
