import { entityRefOf, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { FactDraft, Facts } from '@portico/connectors/server'
import type { Logger } from '@portico/core/server'
import { kubernetesAnnotations, type KubernetesHealth } from '@portico/kubernetes/common'
import type { EntityHealth } from './entity-objects.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities' | 'versions'>
  readonly facts: Pick<Facts, 'declare'>
  /** By the portal itself, not for a user. */
  readonly healthOf: (ref: string, entity: Entity) => Promise<EntityHealth | undefined>
  readonly everyMs: number
  readonly log: Logger
}

const atOnce = 100
/** Behind everything that somebody waits for. */
const maxAsked = 2

const states: NonNullable<FactDraft['states']> = {
  ok: 'ok',
  running: 'ok',
  done: 'ok',
  pending: 'warning',
  warning: 'warning',
  error: 'error',
}
const drafts: readonly FactDraft[] = [
  { name: 'kubernetes.state', title: 'State in Kubernetes', type: 'state', states, indexed: true },
  { name: 'kubernetes.problems', title: 'Workloads with problems', type: 'number' },
  { name: 'kubernetes.pods', title: 'Pods', type: 'number' },
  { name: 'kubernetes.ready-pods', title: 'Pods that are ready', type: 'number' },
]

const factNames = drafts.map(({ name }) => name)

/** Facts of how entities run in their clusters. */
export function createHealthFacts({ catalog, facts, healthOf, everyMs, log }: Dependencies) {
  const source = facts.declare(
    'kubernetes',
    drafts.map(draft => ({ ...draft, staleAfter: 3 * everyMs })),
  )

  async function readOne(ref: string, entity: Entity): Promise<void> {
    try {
      const found = await healthOf(ref, entity)
      if (!found) return
      // A cluster that does not answer may be the one in which it runs.
      if (found.errors === 0 || found.health.pods + found.health.workloads > 0) return await source.put(toValues(ref, found.health))
      const clusters = found.errors === 1 ? 'A cluster does not answer' : `${found.errors} clusters do not answer`
      await source.fail([ref], factNames, { code: 'kubernetes.not-read', message: `${clusters}, and no other runs it` })
    } catch (error) {
      log.info({ error, ref }, 'the facts of Kubernetes could not be read')
      await source.fail([ref], factNames, { code: 'kubernetes.not-read', message: 'Kubernetes could not be read' })
    }
  }

  /** Asks the clusters about all entities that say they run there, a few at a time. */
  return async function readAll(signal: AbortSignal): Promise<void> {
    const predicate = { any: kubernetesAnnotations.map(name => ({ key: `metadata.annotations.${name}`, exists: true as const })) }
    for await (const versions of catalog.versions({ predicate, batchSize: atOnce })) {
      const refs = versions.map(({ ref }) => ref)
      const waiting = (await catalog.getEntities(refs, { isBulk: true })).filter(entity => entity !== undefined)
      const work = async () => {
        for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) await readOne(entityRefOf(next), next)
      }
      await Promise.all(Array.from({ length: maxAsked }, work))
      if (signal.aborted) return
    }
  }
}

function toValues(entityRef: string, { state, problems, pods, readyPods }: KubernetesHealth) {
  const values = { state: state === 'unknown' ? null : state, problems, pods, 'ready-pods': readyPods }
  return Object.entries(values).map(([name, value]) => ({ entityRef, name: `kubernetes.${name}`, value }))
}
