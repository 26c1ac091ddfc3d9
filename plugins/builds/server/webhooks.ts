import { buildAnnotations, verdictOf, type Build } from '@portico/builds/common'
import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { BusEvent, Events, Logger } from '@portico/core/server'
import { LRUCache } from 'lru-cache'
import { inTime } from './builds.ts'
import { annotationOf } from './entity-project.ts'
import { toFinishedBuilds, type FinishedBuild } from './finished-build.ts'
import { defaultInstance } from './config.ts'
import type { SummarySource } from './summaries.ts'

/** The topic that tells every replica that a build of entities is done. */
export const buildFinishedTopic = 'builds.build-finished'
/** The topic that tells once that a branch failed which was good before. */
export const buildBrokeTopic = 'builds.build-broke'

/** What the two topics carry. */
export interface BuildEvent extends FinishedBuild {
  readonly entityRefs: readonly string[]
}

interface Given {
  readonly catalog: Pick<Catalog, 'query'>
  readonly events: Pick<Events, 'publish'>
  readonly sources: () => readonly SummarySource[]
  /** The names of the instances of Jenkins that have an address. */
  readonly jenkinsNames: (url: string | undefined) => readonly string[]
  readonly log: Logger
}

const maxEntities = 100
/** Several workflows may run for each commit. */
const lookedAt = 50

/** Follows what hosts tell about builds. */
export function createWebhooks({ catalog, events, sources, jenkinsNames, log }: Given) {
  // Jenkins tells that a build is completed, and a moment later that it is finalized.
  const told = new LRUCache<string, true>({ max: 1000 })

  async function entitiesOf(build: FinishedBuild): Promise<Entity[]> {
    const key = `metadata.annotations.${buildAnnotations[build.system]}`
    const { entities } = await catalog.query({ predicate: { key, in: annotationValues(build, jenkinsNames) }, limit: maxEntities })
    return entities
  }

  /** Whether the build before it on the same branch was good. Where that cannot be told, one failure too many is better than none. */
  async function wasGood(build: FinishedBuild, entity: Entity): Promise<boolean> {
    const value = annotationOf(entity, buildAnnotations[build.system])
    const source = sources().find(({ id }) => id === build.system)
    if (!source || value === undefined) return true
    try {
      const system = await source.open()
      const request = { limit: lookedAt, offset: 0, branch: build.branch }
      const { items } = await inTime(signal => system.listBuilds({ value, entity }, request, signal))
      const line = items.filter(each => each.id === build.id || isOfLine(each, build))
      const at = line.findIndex(({ id }) => id === build.id)
      const before = line.slice(at + 1).find(({ status }) => verdictOf(status) !== 'none')
      return before === undefined || verdictOf(before.status) === 'good'
    } catch (error) {
      log.warn({ error, system: build.system }, 'the builds before one that failed could not be read')
      return true
    }
  }

  async function tell(build: FinishedBuild): Promise<void> {
    const [first, ...others] = await entitiesOf(build)
    if (!first) return
    const event: BuildEvent = { ...build, entityRefs: [first, ...others].map(entityRefOf) }
    await events.publish(buildFinishedTopic, event)
    if (verdictOf(build.status) === 'bad' && (await wasGood(build, first))) await events.publish(buildBrokeTopic, event)
  }

  return {
    async take({ topic, payload }: BusEvent): Promise<void> {
      const { eventPayload, metadata = {} } = payload as { eventPayload?: unknown; metadata?: Record<string, string> }
      for (const build of toFinishedBuilds(topic, eventPayload, metadata)) {
        const key = [build.system, build.url, build.project, build.id, build.status].join(' ')
        if (!told.has(key)) await tell(build)
        told.set(key, true)
      }
    },
  }
}

function isOfLine({ workflow }: Build, { system, line }: FinishedBuild): boolean {
  if (line === undefined) return true
  return (system === 'circleci' ? workflow?.job : workflow?.id) === line
}

const circleHosts: Readonly<Record<string, readonly string[]>> = { gh: ['gh', 'github'], bb: ['bb', 'bitbucket'] }

/** How annotations may name the project: CircleCI's hosts have a short and a long name, a job of Jenkins may have its instance before it. */
function annotationValues({ system, project, url }: FinishedBuild, jenkinsNames: Given['jenkinsNames']): string[] {
  if (system === 'jenkins')
    return jenkinsNames(url)
      .flatMap(name => [`${name}:${project}`, ...(name === defaultInstance ? [project] : [])])
      .map(value => value.toLowerCase())
  const [host = '', ...path] = project.toLowerCase().split('/')
  const names = system === 'circleci' ? Object.values(circleHosts).find(each => each.includes(host)) : undefined
  return (names ?? [host]).map(name => [name, ...path].join('/'))
}
