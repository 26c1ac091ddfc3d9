import type { Catalog } from '@portico/catalog/server'
import type { Principal } from '@portico/core/server'
import { taskReadPermission, type Origin } from '@portico/scaffolder/common'
import type { Authority } from '../authority.ts'
import type { EffectStore } from './effect-store.ts'

const defaultLimit = 100
const maxLimit = 500

export interface OriginsDependencies {
  readonly effects: EffectStore
  readonly catalog: Pick<Catalog, 'getEntities'>
  readonly authority: Authority
}

/** What templates made, and what has become of the templates since. */
export function createOrigins({ effects, catalog, authority }: OriginsDependencies) {
  return {
    async list(
      caller: Principal,
      query: {
        readonly templateRef?: readonly string[] | undefined
        readonly limit?: number | undefined
        readonly offset?: number | undefined
      },
    ): Promise<Origin[]> {
      const { templateRef, limit = defaultLimit, offset = 0 } = query
      const visible = await authority.taskCondition(caller, taskReadPermission)
      const found = await effects.repositories({ templateRef, limit: Math.min(limit, maxLimit), offset, visible })
      const refs = [...new Set(found.map(origin => origin.templateRef))]
      const versions = new Map((await catalog.getEntities(refs)).map((entity, at) => [refs[at], entity?.metadata.etag]))
      return found.map(origin => {
        const currentVersion = versions.get(origin.templateRef)
        const isOutdated = origin.templateVersion !== undefined && currentVersion !== undefined && currentVersion !== origin.templateVersion
        return { ...origin, ...(currentVersion !== undefined && { currentVersion }), isOutdated }
      })
    },
  }
}

export type Origins = ReturnType<typeof createOrigins>
