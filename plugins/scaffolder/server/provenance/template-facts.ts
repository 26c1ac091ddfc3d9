import type { Catalog } from '@portico/catalog/server'
import type { FactDraft, Facts } from '@portico/connectors/server'
import type { ProvenanceRecord } from '@portico/scaffolder/common'
import { addressesOf } from './entity-addresses.ts'
import type { ProvenanceService } from './provenance.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities' | 'versions'>
  readonly facts: Pick<Facts, 'declare'>
  readonly provenance: Pick<ProvenanceService, 'byAddress'>
  readonly everyMs: number
}

const atOnce = 100

const drafts: readonly FactDraft[] = [
  { name: 'template.ref', title: 'Template', type: 'text' },
  { name: 'template.updated', title: 'Made or upgraded from its template', type: 'date' },
  { name: 'template.behind', title: 'Changes of its template that it lacks', type: 'number', indexed: true },
  { name: 'template.outdated-since', title: 'Lacks changes of its template since', type: 'date' },
]

/** Facts of the template that made the repository of an entity, and of how far it is behind it. */
export function createTemplateFacts({ catalog, facts, provenance, everyMs }: Dependencies) {
  const source = facts.declare(
    'template',
    drafts.map(draft => ({ ...draft, staleAfter: 3 * everyMs })),
  )

  /** Looks at all entities that were read from somewhere. */
  return async function readAll(signal: AbortSignal): Promise<void> {
    const predicate = { key: 'metadata.annotations.backstage.io/managed-by-location', exists: true as const }
    for await (const versions of catalog.versions({ predicate, batchSize: atOnce })) {
      if (signal.aborted) return
      const refs = versions.map(({ ref }) => ref)
      const addresses = (await catalog.getEntities(refs, { isBulk: true })).map(entity => (entity ? addressesOf(entity) : []))
      const records = await provenance.byAddress([...new Set(addresses.flat())])
      const found = refs.map((ref, at) => ({ ref, record: addresses[at]!.map(address => records.get(address)).find(Boolean) }))
      await source.put(found.flatMap(({ ref, record }) => (record ? toValues(ref, record) : [])))
      await source.remove(found.flatMap(({ ref, record }) => (record ? [] : [ref])))
    }
  }
}

function toValues(entityRef: string, { templateRef, createdAt, upgradedAt, changesBehind, outdatedSince }: ProvenanceRecord) {
  const values = { ref: templateRef, updated: upgradedAt ?? createdAt, behind: changesBehind, 'outdated-since': outdatedSince ?? null }
  return Object.entries(values).map(([name, value]) => ({ entityRef, name: `template.${name}`, value }))
}
