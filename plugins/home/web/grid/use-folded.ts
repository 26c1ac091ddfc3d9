import { parseJson } from '@portico/core/common'
import { browserStorageApiRef, useApi, useIdentity } from '@portico/core/web'
import { useCallback, useEffect, useState } from 'react'

/**
 * The ids of the widgets that are folded. They are kept in this browser: the next page load begins with the same ones folded, and nothing moves when
 * they turn out to be empty again.
 */
export function useFolded() {
  const { storage } = useApi(browserStorageApiRef)
  const { userEntityRef } = useIdentity()
  const key = `/home/folded/${userEntityRef}`
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(toIds(storage.getItem(key))))
  const onEmpty = useCallback((id: string, isEmpty: boolean) => setFolded(before => withId(before, id, isEmpty)), [])
  useEffect(() => {
    const text = JSON.stringify([...folded])
    if (text !== (storage.getItem(key) ?? '[]')) storage.setItem(key, text)
  }, [folded, storage, key])
  return { folded, onEmpty }
}

function withId(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (ids.has(id) === isIn) return ids
  return new Set(isIn ? [...ids, id] : [...ids].filter(each => each !== id))
}

function toIds(text: string | null): string[] {
  const ids = parseJson(text ?? '[]')
  return Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : []
}
