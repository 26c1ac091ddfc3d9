import { catalogApi, type EntityPage } from '@portico/catalog/common'
import { useQueryCache } from '@portico/core/web'
import { useState } from 'react'
import { useCatalogChange } from '../use-catalog-change.ts'
import type { rowsQuery } from './index-queries.ts'

/** A list that would be another if it were read again. */
export interface ChangedPage {
  readonly show: () => void
}

/** Whether the page of rows on the screen has changed since: it is read again beside it, and replaced only when the user wants that. */
export function useChangedPage(
  options: ReturnType<typeof rowsQuery>,
  shown: EntityPage | undefined,
  { kind, isPast }: { readonly kind: string; readonly isPast: boolean },
): ChangedPage | undefined {
  const cache = useQueryCache()
  const key = JSON.stringify(options.queryKey)
  const [found, setFound] = useState<{ readonly key: string; readonly page: EntityPage }>()
  async function look(): Promise<void> {
    if (!shown || isPast) return
    const page = await cache.fetch({ ...options, queryKey: [...options.queryKey, 'again'], staleTime: 0 }).catch(() => undefined)
    if (page) setFound({ key, page })
  }
  useCatalogChange(kind, () => void look())
  if (!shown || isPast || found?.key !== key || isSame(found.page, shown)) return undefined
  return {
    show() {
      cache.set(options.queryKey, found.page)
      void cache.invalidate(catalogApi.queryEntities)
    },
  }
}

function isSame(one: EntityPage, other: EntityPage): boolean {
  return one.totalItems === other.totalItems && JSON.stringify(one.items) === JSON.stringify(other.items)
}
