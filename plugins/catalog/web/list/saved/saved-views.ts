import { browserStorageApiRef, useApi, useIdentity, useStored } from '@portico/core/web'
import { useEffect, useMemo } from 'react'
import { kindIn } from '../filters/index-state.ts'
import { storedDefaultSearch, storeDefaultSearch } from './default-search.ts'

/** A set of filters under a name. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** The address of the list, without its question mark. */
  readonly search: string
}

const bucket = 'catalog-index'
/** The max length of a name. */
export const maxNameLength = 60

/** The user's own views, and which of them opens first. A list of one kind offers the views of that kind. */
export function useSavedViews(kind: string | undefined) {
  const [stored, setStored] = useStored<unknown>(bucket, 'views')
  const [storedDefault, setStoredDefault] = useStored<unknown>(bucket, kind === undefined ? 'defaultView' : `defaultView-${kind}`)
  const all = useMemo(() => toViews(stored.value), [stored])
  const views = useMemo(() => (kind === undefined ? all : all.filter(({ search }) => kindIn(search) === kind)), [all, kind])
  const defaultView = views.find(({ id }) => id === storedDefault.value)
  return {
    views,
    defaultView,
    loaded: stored.presence !== 'unknown' && storedDefault.presence !== 'unknown',
    async save(name: string, search: string, isDefault: boolean) {
      const view: SavedView = { id: crypto.randomUUID(), name: name.trim().slice(0, maxNameLength), search }
      await setStored([...all, view])
      if (isDefault) await setStoredDefault(view.id)
    },
    async remove(id: string) {
      await setStored(all.filter(view => view.id !== id))
      if (storedDefault.value === id) await setStoredDefault(undefined)
    },
    makeDefault: (id: string | undefined) => setStoredDefault(id),
  }
}

/**
 * What opens where an address has no filters: the user's default view. The browser stores it too, so that the page does not wait
 * for stored values that are loading.
 */
export function useDefaultSearch(kind: string | undefined): { readonly search: string; readonly certain: boolean } {
  const { storage } = useApi(browserStorageApiRef)
  const { userEntityRef } = useIdentity()
  const { defaultView, loaded } = useSavedViews(kind)
  const search = loaded ? (defaultView?.search ?? '') : storedDefaultSearch(storage, userEntityRef, kind)
  useEffect(() => {
    if (loaded) storeDefaultSearch(storage, userEntityRef, kind, search)
  }, [storage, userEntityRef, kind, loaded, search])
  return { search, certain: loaded }
}

function toViews(value: unknown): SavedView[] {
  return Array.isArray(value) ? value.filter(isView) : []
}

function isView(value: unknown): value is SavedView {
  const { id, name, search } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>
  return typeof id === 'string' && typeof name === 'string' && typeof search === 'string'
}
