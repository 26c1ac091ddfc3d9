import { catalogMessages } from '../../messages.ts'
import { entityColumns } from '../../slots.ts'
import type { EntityRow } from '../entity-row.ts'

const isAnyOf =
  (...kinds: readonly string[]) =>
  (kind: string) =>
    kinds.includes(kind)
const isPerson = isAnyOf('user', 'group')
const isLocation = isAnyOf('location')
/** Kinds with fewer columns than others. */
const isBrief = isAnyOf('user', 'group', 'template', 'domain', 'system', 'location')
/** People and locations have no owner, no lifecycle and are part of no system. */
const isSoftware = (kind: string) => !isPerson(kind) && !isLocation(kind)

/** Not everything is in the default namespace. */
function isSpread(rows: readonly EntityRow[]): boolean {
  return rows.some(({ entity }) => (entity.metadata.namespace ?? 'default') !== 'default')
}

function targetsOf({ entity }: EntityRow): string[] {
  const { target, targets } = entity.spec ?? {}
  return [target, ...(Array.isArray(targets) ? (targets as unknown[]) : [])].filter(value => typeof value === 'string')
}

/** The columns that the catalog itself has. */
export const ownColumns = entityColumns.fillOwn([
  {
    name: 'name',
    order: 0,
    title: catalogMessages.name,
    value: ({ resolved }) => resolved.name,
    sort: { field: 'metadata.name', value: ({ entity }) => entity.metadata.name },
    look: 'name',
    minPx: 170,
    tightPx: 136,
  },
  {
    name: 'system',
    order: 10,
    isFor: isSoftware,
    title: catalogMessages.system,
    value: ({ resolved }) => resolved.systems,
    fields: ['relations.partOf'],
    sort: { field: 'relations.partof', value: ({ resolved }) => resolved.systems[0] },
    look: { refs: 'System' },
    isInitial: kind => !isBrief(kind),
    minPx: 90,
    tightPx: 78,
    dropOrder: 10,
  },
  {
    name: 'owner',
    order: 20,
    isFor: isSoftware,
    title: catalogMessages.owner,
    value: ({ resolved }) => resolved.owners,
    fields: ['relations.ownedBy'],
    sort: { field: 'relations.ownedby', value: ({ resolved }) => resolved.owners[0] },
    look: { refs: 'Group' },
    isInitial: kind => !isBrief(kind) || isAnyOf('domain', 'system')(kind),
    minPx: 110,
    tightPx: 92,
    summary: true,
  },
  {
    name: 'type',
    order: 30,
    title: catalogMessages.type,
    value: ({ entity }) => entity.spec?.['type'],
    fields: ['spec.type'],
    sort: { field: 'spec.type' },
    isInitial: kind => !isBrief(kind) || isAnyOf('group', 'template', 'location')(kind),
    minPx: 112,
    tightPx: 80,
    summary: true,
  },
  {
    name: 'lifecycle',
    order: 40,
    isFor: isSoftware,
    title: catalogMessages.lifecycle,
    value: ({ entity }) => entity.spec?.['lifecycle'],
    fields: ['spec.lifecycle'],
    sort: { field: 'spec.lifecycle' },
    isInitial: kind => !isBrief(kind),
    minPx: 105,
    tightPx: 94,
    dropOrder: 50,
  },
  {
    name: 'namespace',
    order: 50,
    title: catalogMessages.namespace,
    value: ({ entity }) => entity.metadata.namespace ?? 'default',
    sort: { field: 'metadata.namespace' },
    isInitial: (kind, rows) => !isBrief(kind) && isSpread(rows),
    minPx: 90,
    tightPx: 80,
    dropOrder: 20,
  },
  {
    name: 'targets',
    order: 60,
    isFor: isLocation,
    title: catalogMessages.targets,
    value: targetsOf,
    fields: ['spec.target', 'spec.targets'],
    grow: true,
    minPx: 160,
    summary: true,
  },
  {
    name: 'description',
    order: 70,
    title: catalogMessages.description,
    value: ({ entity }) => entity.metadata.description,
    fields: ['metadata.description'],
    isInitial: kind => !isLocation(kind),
    grow: true,
    minPx: 220,
    tightPx: 146,
    dropOrder: 40,
  },
  {
    name: 'tags',
    order: 80,
    title: catalogMessages.tags,
    value: ({ entity }) => entity.metadata.tags,
    fields: ['metadata.tags'],
    look: 'chips',
    isInitial: kind => !isLocation(kind),
    minPx: 140,
    tightPx: 80,
    dropOrder: 30,
  },
])
