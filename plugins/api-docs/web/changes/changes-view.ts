import { impacts, type Impact } from '@portico/api-docs/common'
import { useSearchParams } from '@portico/core/web'

/** What of the comparison is shown. It lives in the address. */
export interface ChangesView {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly impact: Impact | 'all'
  readonly isText: boolean
  readonly set: (changed: Readonly<Record<string, string | undefined>>) => void
}

export function useChangesView(): ChangesView {
  const [search, setSearch] = useSearchParams()
  return {
    from: search.get('from') ?? undefined,
    to: search.get('to') ?? undefined,
    impact: impacts.find(impact => impact === search.get('impact')) ?? 'all',
    isText: search.get('view') === 'text',
    set(changed) {
      const next = new URLSearchParams(search)
      for (const [name, value] of Object.entries(changed)) {
        if (value === undefined) next.delete(name)
        else next.set(name, value)
      }
      setSearch(next, { replace: true })
    },
  }
}
