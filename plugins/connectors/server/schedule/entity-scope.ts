import type { Entity } from '@portico/catalog/common'
import { targetOf, type Connector } from '../connectors.ts'
import type { Scope } from '../expressions/messages.ts'

/** What a connector reads of an entity, or undefined where it does not match. Its condition `match` is evaluated elsewhere. */
export function matchEntity(
  connector: Connector,
  entity: Entity,
): { readonly target: string; readonly annotation: Readonly<Record<string, string>> } | undefined {
  const { kinds } = connector.document.spec
  if (kinds && !kinds.some(kind => kind.toLowerCase() === entity.kind.toLowerCase())) return undefined
  const annotations = entity.metadata.annotations ?? {}
  const found: Record<string, string> = {}
  let named: string | undefined
  let hasKey = false
  for (const { key, required, use, prefix } of connector.document.spec.annotations) {
    const value = Object.hasOwn(annotations, key) ? String(annotations[key]).trim() : ''
    if (value === '') {
      if (required) return undefined
      continue
    }
    if (use === undefined) hasKey = true
    if (use === 'target') named = value
    const at = prefix === undefined ? -1 : value.indexOf(prefix)
    const before = at > 0 ? value.slice(0, at) : undefined
    const isTarget = before !== undefined && connector.targets.has(before)
    if (isTarget) named ??= before
    found[key] = isTarget ? value.slice(at + (prefix?.length ?? 0)) : value
  }
  return hasKey ? { target: targetOf(connector, named), annotation: found } : undefined
}

/** What `$fact` knows of an entity: own facts by their short name too. */
export function factsInScope(connector: Connector, rows: readonly { readonly name: string; readonly value: unknown }[]): Scope['facts'] {
  const own = `${connector.name}.`
  return Object.fromEntries(
    rows.flatMap(({ name, value }) => [
      [name, value] as const,
      ...(name.startsWith(own) ? [[name.slice(own.length), value] as const] : []),
    ]),
  )
}

/** What expressions know of an entity. */
export function scopeOf(connector: Connector, entity: Entity, target: string, facts: Scope['facts']): Scope {
  const { annotation = {} } = matchEntity(connector, entity) ?? {}
  const known = connector.targets.get(target)
  return {
    entity,
    annotation,
    target: { name: target, ...(known && { baseUrl: known.baseUrl, webUrl: known.webUrl }), values: known?.values ?? {} },
    facts,
  }
}
