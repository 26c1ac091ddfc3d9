import { buildAnnotations, verdictOf, type Build } from '@portico/builds/common'
import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import { defineEvent } from '@portico/core/common'
import type { BusEvent, Events, Logger } from '@portico/core/server'
import type { WebhookPayload } from '@portico/events/common'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { inTime } from '../builds.ts'
import { annotationOf } from '../entity-project.ts'
import { FinishedBuild, toFinishedBuilds } from './finished-build.ts'
import { defaultInstance } from '../config.ts'
import type { SummarySource } from '../summaries.ts'

const BuildEvent = FinishedBuild.extend({ entityRefs: z.array(z.string()) })
export type BuildEvent = z.output<typeof BuildEvent>

/** Tells every replica that a build of entities is done. */
export const buildFinished = defineEvent('builds.build-finished', BuildEvent)
/** Tells once that a branch failed which was good before. */
export const buildBroke = defineEvent('builds.build-broke', BuildEvent)

interface Dependencies {
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
export function createWebhooks({ catalog, events, sources, jenkinsNames, log }: Dependencies) {
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
    await events.publish(buildFinished, event)
    if (verdictOf(build.status) === 'bad' && (await wasGood(build, first))) await events.publish(buildBroke, event)
  }

  return {
    async take({ topic, payload }: BusEvent<WebhookPayload>): Promise<void> {
      for (const build of toFinishedBuilds(topic, payload.eventPayload, payload.metadata)) {
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
function annotationValues({ system, project, url }: FinishedBuild, jenkinsNames: Dependencies['jenkinsNames']): string[] {
  if (system === 'jenkins')
    return jenkinsNames(url)
      .flatMap(name => [`${name}:${project}`, ...(name === defaultInstance ? [project] : [])])
      .map(value => value.toLowerCase())
  const [host = '', ...path] = project.toLowerCase().split('/')
  const names = system === 'circleci' ? Object.values(circleHosts).find(each => each.includes(host)) : undefined
  return (names ?? [host]).map(name => [name, ...path].join('/'))
}
