import { buildAnnotations, verdictOf, type BuildStatus } from '@portico/builds/common'
import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { BusEvent, Events, Logger } from '@portico/core/server'
import type { BuildSystemEntry } from './build-system.ts'
import { inTime } from './builds.ts'

/** The topics of the events plugin that tell of builds. */
export const webhookTopics = ['github', 'gitlab', 'azureDevOps']
/** The topic that tells every replica that a build of entities is done. */
export const buildFinishedTopic = 'builds.build-finished'
/** The topic that tells once that a branch failed which was good before. */
export const buildBrokeTopic = 'builds.build-broke'

/** A build that is done, as a webhook tells it. */
export interface FinishedBuild {
  readonly system: 'github' | 'gitlab' | 'azure'
  /** As the annotation of the system names it. */
  readonly project: string
  readonly id: string
  readonly number: string
  readonly branch?: string | undefined
  readonly status: BuildStatus
  readonly url?: string | undefined
  /** The account of who started it. */
  readonly login?: string | undefined
}

/** What the two topics carry. */
export interface BuildEvent extends FinishedBuild {
  readonly entityRefs: readonly string[]
}

interface Given {
  readonly catalog: Pick<Catalog, 'query'>
  readonly events: Pick<Events, 'publish'>
  readonly systems: ReadonlyMap<string, BuildSystemEntry>
  readonly log: Logger
}

const maxEntities = 100

/** Follows what hosts tell about builds. */
export function createWebhooks({ catalog, events, systems, log }: Given) {
  async function entitiesOf({ system, project }: FinishedBuild): Promise<Entity[]> {
    const key = `metadata.annotations.${buildAnnotations[system]}`
    const { entities } = await catalog.query({ predicate: { key, in: [project.toLowerCase()] }, limit: maxEntities })
    return entities
  }

  /** Whether the build before it on the same branch was good. Where that cannot be told, one failure too many is better than none. */
  async function wasGood(build: FinishedBuild, entity: Entity): Promise<boolean> {
    const value = entity.metadata.annotations?.[buildAnnotations[build.system]]
    const entry = systems.get(build.system)
    if (!entry || value === undefined) return true
    try {
      const system = await entry.open()
      const request = { limit: 20, offset: 0, branch: build.branch }
      const { items } = await inTime(signal => system.listBuilds({ value, entity }, request, signal))
      const at = items.findIndex(({ id }) => id === build.id)
      const before = items.slice(at + 1).find(({ status }) => verdictOf(status) !== 'none')
      return before === undefined || verdictOf(before.status) === 'good'
    } catch (error) {
      log.warn({ error, system: build.system }, 'the builds before one that failed could not be read')
      return true
    }
  }

  return {
    async take({ topic, payload }: BusEvent): Promise<void> {
      const { eventPayload, metadata = {} } = payload as { eventPayload?: unknown; metadata?: Record<string, string> }
      const build = toFinishedBuild(topic, eventPayload, metadata)
      const [first, ...others] = build ? await entitiesOf(build) : []
      if (!build || !first) return
      const event: BuildEvent = { ...build, entityRefs: [first, ...others].map(entityRefOf) }
      await events.publish(buildFinishedTopic, event)
      if (verdictOf(build.status) === 'bad' && (await wasGood(build, first))) await events.publish(buildBrokeTopic, event)
    },
  }
}

type Json = Readonly<Record<string, unknown>>
const conclusions: Readonly<Record<string, BuildStatus>> = {
  success: 'success',
  succeeded: 'success',
  failure: 'failed',
  failed: 'failed',
  partiallySucceeded: 'failed',
  timed_out: 'timedout',
  startup_failure: 'infrastructure_fail',
  cancelled: 'canceled',
  canceled: 'canceled',
}

/** What a delivery says about a build that is done; undefined for anything else. */
export function toFinishedBuild(topic: string, payload: unknown, metadata: Readonly<Record<string, string>>): FinishedBuild | undefined {
  const body = record(payload)
  if (topic === 'github') return metadata['x-github-event'] === 'workflow_run' ? fromGithub(body) : undefined
  if (topic === 'gitlab') return body['object_kind'] === 'pipeline' ? fromGitlab(body) : undefined
  return body['eventType'] === 'build.complete' ? fromAzure(body) : undefined
}

function fromGithub(body: Json): FinishedBuild | undefined {
  const run = record(body['workflow_run'])
  const project = text(record(body['repository'])['full_name'])
  const status = conclusions[text(run['conclusion']) ?? '']
  if (body['action'] !== 'completed' || project === undefined || status === undefined || typeof run['id'] !== 'number') return undefined
  return {
    system: 'github',
    project,
    id: String(run['id']),
    number: String(run['run_number'] as number),
    branch: text(run['head_branch']),
    status,
    url: text(run['html_url']),
    login: text(record(run['actor'])['login']),
  }
}

function fromGitlab(body: Json): FinishedBuild | undefined {
  const pipeline = record(body['object_attributes'])
  const project = text(record(body['project'])['path_with_namespace'])
  const status = conclusions[text(pipeline['status']) ?? '']
  if (project === undefined || status === undefined || typeof pipeline['id'] !== 'number') return undefined
  const id = String(pipeline['id'])
  const login = text(record(body['user'])['username'])
  return { system: 'gitlab', project, id, number: id, branch: text(pipeline['ref']), status, url: text(pipeline['url']), login }
}

function fromAzure(body: Json): FinishedBuild | undefined {
  const build = record(body['resource'])
  const project = text(record(build['project'])['name'])
  const repository = text(record(build['repository'])['name'])
  const status = conclusions[text(build['result']) ?? '']
  if (project === undefined || repository === undefined || status === undefined || typeof build['id'] !== 'number') return undefined
  return {
    system: 'azure',
    project: `${project}/${repository}`,
    id: String(build['id']),
    number: text(build['buildNumber']) ?? String(build['id']),
    branch: text(build['sourceBranch'])?.replace(/^refs\/heads\//, ''),
    status,
    url: text(record(record(build['_links'])['web'])['href']),
    login: text(record(build['requestedFor'])['uniqueName']),
  }
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
