import { relationTargets, type Entity } from '@portico/catalog/common'

const maxGroupDepth = 32

type ReadEntities = (refs: readonly string[]) => Promise<readonly (Entity | undefined)[]>

/** The groups that a user is in; nested: also those above them, nearest first, each once. Groups may be nested in a circle. */
export async function groupsOfUser(user: Entity, read: ReadEntities, { nested }: { readonly nested: boolean }): Promise<string[]> {
  const direct = relationTargets(user, 'memberOf').filter(ref => ref.startsWith('group:'))
  if (!nested) return direct
  const all = new Set(direct)
  let level: readonly string[] = direct
  for (let depth = 0; level.length > 0 && depth < maxGroupDepth; depth++) {
    const entities = await read(level)
    level = entities.flatMap(entity => (entity ? relationTargets(entity, 'childOf') : [])).filter(ref => !all.has(ref))
    for (const ref of level) all.add(ref)
  }
  return [...all]
}

export function isUser(entity: Entity | undefined): entity is Entity {
  return entity?.kind.toLowerCase() === 'user'
}
