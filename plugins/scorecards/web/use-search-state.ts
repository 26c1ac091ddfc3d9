import { useSearchParams } from '@portico/core/web'

/** What the address says, and how to change parts of it. A value that is undefined is removed; so is the page, when anything else changes. */
export function useSearchState() {
  const [search, setSearch] = useSearchParams()
  function change(part: Readonly<Record<string, string | readonly string[] | undefined>>) {
    setSearch(
      before => {
        const after = new URLSearchParams(before)
        if (!('offset' in part)) after.delete('offset')
        for (const [name, value] of Object.entries(part)) {
          after.delete(name)
          for (const each of value === undefined ? [] : [value].flat()) after.append(name, each)
        }
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const pageSize = Number(search.get('limit'))
  return {
    search,
    change,
    text: search.get('text') ?? '',
    offset: Math.max(0, Math.floor(Number(search.get('offset')) || 0)),
    limit: pageSizes.includes(pageSize) ? pageSize : pageSizes[0]!,
  }
}

/** How many rows a page may have. */
export const pageSizes: readonly number[] = [25, 50, 100]

/** The value of the address where it is one of some, else the first of them. */
export function oneOf<Value extends string>(value: string | null, values: readonly Value[]): Value {
  return values.find(each => each === value) ?? values[0]!
}
