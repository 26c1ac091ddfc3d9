import { useSearchParams } from '@portico/core/web'

export const definitionView = ['docs', 'text', 'problems'] as const
export type DefinitionView = (typeof definitionView)[number]

/** The view of a definition that the address names. */
export function useDefinitionView() {
  const [search, setSearch] = useSearchParams()
  const view: DefinitionView = definitionView.find(each => each === search.get('view')) ?? 'docs'
  const line = Number(search.get('line'))
  function show(next: DefinitionView) {
    setSearch(
      before => {
        const after = new URLSearchParams(before)
        after.delete('line')
        if (next === 'docs') after.delete('view')
        else after.set('view', next)
        return after
      },
      { preventScrollReset: true },
    )
  }
  return { view, item: search.get('item') ?? undefined, line: Number.isInteger(line) && line > 0 ? line : undefined, show }
}
