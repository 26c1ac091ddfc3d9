import { ExtensionBoundary, useAnalytics, useSlot, useText } from '@portico/core/web'
import type { ResultExplanation, SearchResult } from '@portico/search/common'
import type { KeyboardEvent } from 'react'
import { searchMessages } from '../messages.ts'
import { searchResultViews } from '../slots.ts'
import { PlainResultItem } from './ResultItem.tsx'
import styles from './Results.module.css'

export interface ResultListProps {
  readonly results: readonly SearchResult[]
  /** These are the results of the query before. */
  readonly stale: boolean
}

/** The results, each as its type wants it. The arrow keys go from one to the next. */
export function ResultList({ results, stale }: ResultListProps) {
  const text = useText()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys go from link to link
    <ol className={styles.list} aria-label={text(searchMessages.results)} data-stale={stale} onKeyDown={moveFocus}>
      {results.map(result => (
        <li key={`${result.type} ${result.document.location}`} className={styles.item}>
          <Result result={result} />
        </li>
      ))}
    </ol>
  )
}

function Result({ result }: { result: SearchResult }) {
  const view = useSlot(searchResultViews).find(({ item }) => item.type === result.type)
  const { captureEvent } = useAnalytics()
  const View = view?.item.View ?? PlainResultItem
  const follow = () => captureEvent('discover', result.document.title, { value: result.rank, attributes: { to: result.document.location } })
  const shown = <View result={result} onFollow={follow} />
  return (
    <>
      {view ? <ExtensionBoundary extension={view}>{shown}</ExtensionBoundary> : shown}
      {result.explanation && <Why explanation={result.explanation} />}
    </>
  )
}

/** Why a result is where it is. */
function Why({ explanation: { score, parts, factors } }: { explanation: ResultExplanation }) {
  const text = useText()
  const words = [
    text(searchMessages.score, { score }),
    ...parts.map(part => text(searchMessages.scorePart, part)),
    ...Object.entries(factors).map(([name, factor]) => text(searchMessages.factor, { name, factor })),
  ]
  return <p className={styles.why}>{words.join(' · ')}</p>
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-search-result]')]
  const next = links[links.indexOf(event.target as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
