import { entityRefOf, type Entity } from '@portico/catalog/common'
import { useAnalytics, useApi, useObservable } from '@portico/core/web'
import { useCallback } from 'react'
import { starredApiRef } from './starred.ts'

/** What the user has starred: full refs, stored for every device. */
export function useStarredEntities() {
  const api = useApi(starredApiRef)
  const { refs: starred, loaded } = useObservable(api.starred)
  const isStarred = useCallback((entityOrRef: Entity | string) => starred.has(toRef(entityOrRef)), [starred])
  const { captureEvent } = useAnalytics()
  const change = useCallback(
    (what: Parameters<typeof api.change>[0]) => {
      for (const ref of what.add ?? []) captureEvent('star', ref)
      void api.change(what)
    },
    [api, captureEvent],
  )
  const toggle = useCallback(
    (entityOrRef: Entity | string) => change(isStarred(entityOrRef) ? { remove: [toRef(entityOrRef)] } : { add: [toRef(entityOrRef)] }),
    [change, isStarred],
  )
  return { starred, loaded, isStarred, toggle, change }
}

function toRef(entityOrRef: Entity | string): string {
  return typeof entityOrRef === 'string' ? entityOrRef : entityRefOf(entityOrRef)
}
