import type { Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Logger, Principal } from '@portico/core/server'
import type { Repositories } from '@portico/integrations/server'
import {
  taskReadPermission,
  type UpgradeDiff,
  type FileUpgrade,
  type ProvenanceRecord,
  type ProvenanceDetails,
  type ProvenanceSummary,
} from '@portico/scaffolder/common'
import type { Access } from '../access.ts'
import { provenanceNotFound } from '../errors.ts'
import { toRepository } from '../publishing/publishing.ts'
import { textOf } from '../workspace/file-text.ts'
import type { ProvenanceQuery, ProvenanceStore, StoredProvenance } from './provenance-store.ts'
import type { PartStore } from './part-store.ts'
import type { PlanUpgrade, UpgradePlan } from './plan-upgrade.ts'
import { stepsDigest, templatePart } from './template-parts.ts'

const defaultLimit = 100
const maxLimit = 500
const maxShownLength = 64_000
const maxShownTotal = 1_000_000

export interface ProvenanceDependencies {
  readonly store: ProvenanceStore
  readonly parts: PartStore
  readonly catalog: Pick<Catalog, 'getEntities'>
  readonly access: Access
  readonly planUpgrade: PlanUpgrade
  readonly repositories: Pick<Repositories, 'changeRequest'>
  readonly hosts: () => Readonly<Record<string, string>>
  readonly log: Logger
}

export interface ListProvenance {
  readonly templateRef?: readonly string[] | undefined
  readonly isOutdated?: boolean | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** What templates made, what has become of the templates since, and what an upgrade would change. */
export function createProvenance(dependencies: ProvenanceDependencies) {
  const { store, parts, catalog, access, planUpgrade } = dependencies
  type Versions = ReadonlyMap<string, string | undefined>

  /** Looks at the templates as the catalog has them now. */
  async function observeTemplates(refs: readonly string[]): Promise<Versions> {
    const entities = await catalog.getEntities([...refs])
    const found = refs.flatMap((ref, at) => (entities[at] ? [{ ref, entity: entities[at] as Entity }] : []))
    await parts.observeChanged(found.map(({ ref, entity }) => templatePart(ref, stepsDigest(entity), entity.metadata.etag)))
    return new Map(found.map(({ ref, entity }) => [ref, entity.metadata.etag]))
  }

  /** What a caller may see of what a question finds, with the templates as they are now. */
  async function find(query: ProvenanceQuery): Promise<{ readonly items: StoredProvenance[]; readonly versions: Versions }> {
    const versions = await observeTemplates(await store.templateRefs(query))
    return { items: await store.list(query), versions }
  }

  async function visible(caller: Principal, id: string): Promise<{ readonly stored: StoredProvenance; readonly versions: Versions }> {
    const condition = await access.taskCondition(caller, taskReadPermission)
    const { items, versions } = await find({ ids: [id], limit: 1, offset: 0, visible: condition })
    if (!items[0]) throw provenanceNotFound(id)
    return { stored: items[0], versions }
  }

  /** Whether what was proposed has been merged or closed meanwhile. */
  async function settle({ origin, repository, proposed }: StoredProvenance, signal?: AbortSignal): Promise<void> {
    if (!proposed) return
    const { platform: _platform, ...ref } = toRepository(repository, dependencies.hosts())
    const request = await dependencies.repositories.changeRequest(ref, proposed.number, { signal })
    if (request?.state === 'merged') await store.adopt(origin.id, proposed.number)
    else if (request?.state !== 'open') await store.forgetRequest(origin.id, proposed.number)
  }

  return {
    visible,
    settle,
    async list(caller: Principal, { templateRef, isOutdated, limit = defaultLimit, offset = 0 }: ListProvenance) {
      const visibleTo = await access.taskCondition(caller, taskReadPermission)
      const query = { templateRef, isOutdated, visible: visibleTo, limit: Math.min(limit, maxLimit), offset }
      const { items, versions } = await find(query)
      const summary: ProvenanceSummary = await store.summary({ templateRef, visible: visibleTo })
      return { items: items.map(each => toProvenance(each, versions)), summary }
    },

    async get(caller: Principal, id: string): Promise<ProvenanceDetails> {
      const { stored, versions } = await visible(caller, id)
      const isChanged = (part: { kind: string; target: string }) =>
        stored.changed.some(({ kind, target }) => kind === part.kind && target === part.target)
      return {
        ...toProvenance(stored, versions),
        answers: { ...stored.run.answers },
        parts: stored.parts.map(part => ({ ...part, isChanged: isChanged(part) })),
      }
    },

    /** The repository at one of some addresses. Whether the caller may see it is the business of who asks. */
    async at(addresses: readonly string[]): Promise<ProvenanceRecord | undefined> {
      const { items, versions } = await find({ addresses, limit: 1, offset: 0 })
      return items[0] && toProvenance(items[0], versions)
    },

    /** Those at some addresses, by address. Whether a caller may see them is the business of who asks. */
    async byAddress(addresses: readonly string[]): Promise<ReadonlyMap<string, ProvenanceRecord>> {
      const { items, versions } = await find({ addresses, limit: addresses.length, offset: 0 })
      const records = items.map(each => toProvenance(each, versions))
      return new Map(records.flatMap(record => (record.address === undefined ? [] : [[record.address, record] as const])).toReversed())
    },

    async drift(caller: Principal, id: string, signal: AbortSignal): Promise<UpgradeDiff> {
      const before = await visible(caller, id)
      await settle(before.stored, signal).catch((error: unknown) =>
        dependencies.log.warn({ origin: id, error }, 'the pull request of an upgrade could not be read'),
      )
      const plan = await planUpgrade({ stored: (await visible(caller, id)).stored, caller, signal })
      if ('missingAnswers' in plan) {
        const { stored, versions } = await visible(caller, id)
        return {
          origin: toProvenance(stored, versions),
          isOutdated: true,
          files: [],
          conflicts: [],
          missingAnswers: [...plan.missingAnswers],
        }
      }
      const seen = await parts.observe(plan.parts)
      // What changed in the template changed nothing of what it makes here.
      const isOutdated = hasWork(plan)
      if (!isOutdated) await store.advance(id, { parts: seen, templateVersion: plan.templateVersion, base: await plan.nextBase() })
      const { stored, versions } = await visible(caller, id)
      return {
        origin: toProvenance(stored, versions),
        isOutdated,
        files: toFiles(plan),
        conflicts: conflictsOf(plan),
        missingAnswers: [],
      }
    },
  }
}

export type ProvenanceService = ReturnType<typeof createProvenance>

/** Whether something would change, or somebody must decide. */
function hasWork({ files }: Pick<UpgradePlan, 'files'>): boolean {
  return files.some(({ outcome }) => outcome !== 'same' && outcome !== 'skipped')
}

/** The files about which somebody must decide. */
export function conflictsOf({ files }: Pick<UpgradePlan, 'files'>): string[] {
  return files.filter(({ outcome }) => outcome === 'conflict').map(({ path }) => path)
}

function toProvenance({ origin }: StoredProvenance, versions: ReadonlyMap<string, string | undefined>): ProvenanceRecord {
  const currentVersion = versions.get(origin.templateRef)
  return { ...origin, ...(currentVersion !== undefined && { currentVersion }) }
}

function toFiles({ files, ours }: UpgradePlan): FileUpgrade[] {
  let left = maxShownTotal
  const shown = (text: string | undefined) => {
    if (text === undefined || text.length > maxShownLength || text.length > left) return undefined
    left -= text.length
    return text
  }
  return files.map(({ path, change, outcome, reason, write }) => {
    const before = write ? shown(ours.get(path)?.text) : undefined
    const after = write?.bytes ? shown(textOf(write.bytes)) : undefined
    return {
      path,
      change,
      outcome,
      ...(reason && { reason }),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    }
  })
}
