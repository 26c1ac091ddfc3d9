import { useMemo } from 'react'
import { useApi } from '../apis/use-api.ts'
import { useObservable } from '../observable.ts'
import { storageApiRef, type Stored } from './stored-values.ts'

/** A user's own value and how to change it: `const [stars, setStars] = useStored<string[]>('starredEntities', 'entityRefs')`. */
export function useStored<T>(bucket: string, key: string): readonly [Stored<T>, (value: T | undefined) => Promise<void>] {
  const storage = useApi(storageApiRef)
  const values = useMemo(() => storage.bucket(bucket), [storage, bucket])
  const stored = useObservable(values.observe<T>(key))
  const set = useMemo(() => (value: T | undefined) => (value === undefined ? values.remove(key) : values.set(key, value)), [values, key])
  return [stored, set]
}
