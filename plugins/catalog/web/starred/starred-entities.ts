import { entityRefOf, type Entity } from '@portico/catalog/common'
import { useStored } from '@portico/core/web'
import { useCallback, useMemo } from 'react'

/** What the user has starred: whole refs, kept for them on every device. */
export function useStarredEntities() {
  const [stored, setStored] = useStored<string[]>('starredEntities', 'entityRefs')
  const starred = useMemo(() => new Set(stored.value ?? []), [stored])
  const isStarred = useCallback((entityOrRef: Entity | string) => starred.has(toRef(entityOrRef)), [starred])
  const toggle = useCallback(
    (entityOrRef: Entity | string) => {
      const ref = toRef(entityOrRef)
      setStored(starred.has(ref) ? [...starred].filter(each => each !== ref) : [...starred, ref])
    },
    [starred, setStored],
  )
  return { starred, isStarred, toggle }
}

function toRef(entityOrRef: Entity | string): string {
  return typeof entityOrRef === 'string' ? entityOrRef : entityRefOf(entityOrRef)
}
