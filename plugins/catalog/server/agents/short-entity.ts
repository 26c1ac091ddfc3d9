import { catalogPaths, entityRefOf, type Entity } from '@portico/catalog/common'

const maxTargets = 20
const maxText = 400

/** What an agent mostly needs of an entity. */
export function compact(entity: Entity): object {
  const { kind, metadata, spec = {}, relations = [], status } = entity
  const { title, description, tags, links, labels } = metadata
  return {
    ref: entityRefOf(entity),
    title,
    description,
    ...Object.fromEntries(['type', 'lifecycle', 'owner', 'system', 'domain', 'profile'].map(name => [name, short(spec[name])])),
    tags,
    labels,
    links: links?.map(({ url, title: label }) => ({ url, title: label })),
    source: metadata.annotations?.['backstage.io/source-location'],
    relations: byType(relations),
    problems: status?.items?.filter(({ level }) => level !== 'info').map(({ message }) => short(message)),
    page: catalogPaths.entity({ kind, namespace: metadata.namespace, name: metadata.name }),
  }
}

/** An entity of a list. */
export function line(entity: Entity): object {
  const { title, description } = entity.metadata
  const { type, lifecycle, owner, system } = (entity.spec ?? {}) as Record<string, unknown>
  return { ref: entityRefOf(entity), title, description: short(description, 160), type, lifecycle, owner, system }
}

/** `{ dependsOn: ['component:default/a'] }`, the first of each, and how many more there are. */
export function byType(relations: readonly { readonly type: string; readonly targetRef: string }[]): Record<string, unknown> {
  const groups = Object.groupBy(relations, ({ type }) => type)
  return Object.fromEntries(
    Object.entries(groups).map(([type, group = []]) => [
      type,
      [
        ...group.slice(0, maxTargets).map(({ targetRef }) => targetRef),
        ...(group.length > maxTargets ? [`and ${group.length - maxTargets} more: list-relations has them`] : []),
      ],
    ]),
  )
}

/** The values of paths. */
export function pick(entity: Entity, paths: readonly string[]): Record<string, unknown> {
  return { ref: entityRefOf(entity), ...Object.fromEntries(paths.map(path => [path, valueAt(entity, path)])) }
}

/** Keys may have dots in them, so the longest key that is there counts. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value
  if (typeof value !== 'object' || value === null) return undefined
  const parts = path.split('.')
  for (let end = parts.length; end > 0; end--) {
    const key = parts.slice(0, end).join('.')
    if (Object.hasOwn(value, key)) return valueAt((value as Record<string, unknown>)[key], parts.slice(end).join('.'))
  }
  return undefined
}

/** A value that is cut where it is long. */
export function short(value: unknown, max = maxText): unknown {
  const text = typeof value === 'string' ? value : value === undefined ? undefined : JSON.stringify(value)
  if (text === undefined || text.length <= max) return value
  return `${text.slice(0, max)}… (${text.length} characters)`
}
