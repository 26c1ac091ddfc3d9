import { useSearchParams } from '@portico/core/web'

/** One parameter of the address, and how to set or remove it. Nothing else in the address changes. */
export function useSearchParam(name: string, { replace = true }: { readonly replace?: boolean } = {}) {
  const [search, setSearch] = useSearchParams()
  function set(value: string | undefined) {
    setSearch(
      before => {
        const after = new URLSearchParams(before)
        if (value === undefined) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace, preventScrollReset: true },
    )
  }
  return [search.get(name) ?? undefined, set] as const
}
