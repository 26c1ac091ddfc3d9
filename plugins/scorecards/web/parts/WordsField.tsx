import { useText } from '@portico/core/web'
import { SearchField } from '@portico/ui'
import { useSearchState } from '../use-search-state.ts'
import { pageMessages } from './page-messages.ts'

/** Narrows a list to words, which are in the address. */
export function WordsField() {
  const text = useText()
  const { text: words, change } = useSearchState()
  return (
    <SearchField
      value={words}
      delayMs={250}
      label={text(pageMessages.search)}
      onChange={typed => change({ text: typed.trim() === '' ? undefined : typed.slice(0, 200) })}
    />
  )
}
