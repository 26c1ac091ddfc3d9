import { catalogApi, entityRefOf } from '@portico/catalog/common'
import { useClient, useQuery, type Client } from '@portico/core/web'

/** The groups below one, itself first. */
export interface GroupsBelow {
  readonly refs: readonly string[]
  /** There are more, which are not loaded. */
  readonly isCut: boolean
}

/** Loads the refs of the groups directly below some. */
export type LoadChildren = (parents: readonly string[]) => Promise<readonly string[]>

/** More groups than this below one are cut off: requests that name them all would be too long. */
export const maxGroups = 1000

/** All groups below one, level by level. Groups in a cycle are found once. */
export async function findGroupsBelow(ref: string, load: LoadChildren): Promise<GroupsBelow> {
  const found = new Set([ref])
  let level: readonly string[] = [ref]
  while (level.length > 0) {
    const fresh = [...new Set(await load(level))].filter(child => !found.has(child))
    const room = maxGroups - found.size
    level = fresh.slice(0, room)
    level.forEach(child => found.add(child))
    if (fresh.length > room) return { refs: [...found], isCut: true }
  }
  return { refs: [...found], isCut: false }
}

/** The groups below one, loaded only while enabled. */
export function useGroupsBelow(ref: string, enabled: boolean) {
  const client = useClient()
  return useQuery({
    queryKey: ['org', 'groups-below', ref],
    queryFn: ({ signal }) => findGroupsBelow(ref, createLoader(client, signal)),
    enabled,
  })
}

function createLoader(client: Client, signal: AbortSignal): LoadChildren {
  return async parents => {
    const body = {
      query: { kind: 'group', 'relations.childof': { $in: parents } },
      fields: ['kind', 'metadata.name', 'metadata.namespace'],
      limit: maxGroups,
      totalItems: 'exclude' as const,
    }
    const { items } = await client.call(catalogApi.queryEntitiesByPredicate, { body }, { signal })
    return items.map(entityRefOf)
  }
}
