import { entityRefOf, type Entity } from '@portico/catalog/common'
import { useApi, useObservable } from '@portico/core/web'
import { useCallback } from 'react'
import { starredApiRef } from './starred.ts'

/** What the user has starred: full refs, stored for every device. */
export function useStarredEntities() {
  const api = useApi(starredApiRef)
  const { refs: starred, loaded } = useObservable(api.starred)
  const isStarred = useCallback((entityOrRef: Entity | string) => starred.has(toRef(entityOrRef)), [starred])
  const toggle = useCallback((entityOrRef: Entity | string) => void api.toggle(toRef(entityOrRef)), [api])
  const change = useCallback((what: Parameters<typeof api.change>[0]) => void api.change(what), [api])
  return { starred, loaded, isStarred, toggle, change }
}

function toRef(entityOrRef: Entity | string): string {
  return typeof entityOrRef === 'string' ? entityOrRef : entityRefOf(entityOrRef)
}
