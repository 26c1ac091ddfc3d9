import type { CoreSecurity, Principal } from '@portico/core/server'
import type { Sources } from '../documents/sources.ts'
import type { TypeVisibility } from '../engines/engine.ts'

// Rules may ask about what no event tells of: answers are asked for again after this time.
const answerMs = 10_000

/** What a caller may see of each type: types that are denied are missing. */
export function createVisibility({
  security: { permissions, permissionDirectory },
  sources,
  revision,
}: {
  readonly security: Pick<CoreSecurity, 'permissions' | 'permissionDirectory'>
  readonly sources: Pick<Sources, 'get'>
  /** Another one after each change of the catalog: what conditions say of an entity may be different then. */
  readonly revision: () => number
}) {
  return async (caller: Principal, types: readonly string[]): Promise<ReadonlyMap<string, TypeVisibility>> => {
    const needed = types.map(type => sources.get(type)?.visibilityPermission)
    const asked = [...new Set(needed.filter(permission => permission !== undefined))]
    const decisions = await permissions.authorize(
      caller,
      asked.map(permission => ({ permission })),
    )
    const rules = new Map<string, TypeVisibility>()
    types.forEach((type, at) => {
      const permission = needed[at]
      const decision = permission && decisions[asked.indexOf(permission)]
      if (!permission || decision?.result === 'ALLOW') rules.set(type, 'all')
      if (decision?.result !== 'CONDITIONAL') return
      const epoch = Math.floor(Date.now() / answerMs)
      const key = JSON.stringify([decision.pluginId, decision.resourceType, decision.conditions, revision(), epoch])
      rules.set(type, { key, check: refs => permissionDirectory.whichMeet(decision, refs) })
    })
    return rules
  }
}

export type VisibilityOf = ReturnType<typeof createVisibility>
