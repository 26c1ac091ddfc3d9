import type { Entity } from '@portico/catalog/common'
import { isRecord } from '@portico/core/common'

type Fields = Record<string, unknown>

/**
 * Keeps only the given dotted paths of an entity, nested as they were. A key may itself hold dots
 * (`metadata.annotations.backstage.io/orphan`), so the longest key that fits is tried at every level. `relations.ownedBy`
 * keeps the relations of that type, as filters name them: a system with a thousand parts has one owner.
 */
export function project(entity: Entity, paths: readonly string[]): object {
  const result: Fields = {}
  const relationTypes = new Set<string>()
  for (const path of paths) {
    if (path.startsWith('relations.')) relationTypes.add(path.slice('relations.'.length).toLowerCase())
    else copy(entity, path, result)
  }
  if (relationTypes.size > 0 && !Object.hasOwn(result, 'relations'))
    result['relations'] = (entity.relations ?? []).filter(({ type }) => relationTypes.has(type.toLowerCase()))
  return result
}

function copy(from: Fields, path: string, to: Fields): boolean {
  if (Object.hasOwn(from, path)) {
    to[path] = from[path]
    return true
  }
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot)
    const inner = from[key]
    if (!Object.hasOwn(from, key) || !isRecord(inner)) continue
    const known = to[key]
    const target = isRecord(known) ? known : {}
    if (!copy(inner, path.slice(dot + 1), target)) continue
    to[key] = target
    return true
  }
  return false
}
