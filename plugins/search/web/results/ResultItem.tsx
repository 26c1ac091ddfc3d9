import { useEntityPresentation } from '@portico/catalog/web'
import { Link, useText } from '@portico/core/web'
import type { ResultHighlight } from '@portico/search/common'
import type { ReactNode } from 'react'
import type { ResultViewProps } from '../slots.ts'
import styles from './Results.module.css'
import { useResultView } from './use-result-types.ts'

export interface ResultLookProps extends ResultViewProps {
  readonly icon?: ReactNode
  /** Short facts beside the title. */
  readonly facts?: readonly string[]
  /** What stands behind them. */
  readonly marks?: ReactNode
}

/** A result: its icon, its title, a few facts, and its text where the words were found. */
export function ResultLook({ result, onFollow, icon, facts = [], marks }: ResultLookProps) {
  const { document, highlight } = result
  return (
    <>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <div className={styles.body}>
        <div className={styles.line}>
          <Link to={document.location} className={styles.title} onClick={onFollow} data-search-result="">
            <Marked text={document.title} field="title" highlight={highlight} />
          </Link>
          {facts.length > 0 && <span className={styles.facts}>{facts.join(' · ')}</span>}
          {marks}
        </div>
        {document.text !== '' && (
          <p className={styles.text}>
            <Marked text={document.text} field="text" highlight={highlight} />
          </p>
        )}
      </div>
    </>
  )
}

/** A result of a type that no plugin has a view for: what it is, of which entity, and whose. */
export function PlainResultItem({ result, onFollow }: ResultViewProps) {
  const text = useText()
  const view = useResultView(result.type)
  const { entityTitle, owner, namespace } = result.document
  const group = typeof owner === 'string' ? owner : ''
  const { primaryTitle } = useEntityPresentation(group, {
    defaultKind: 'group',
    defaultNamespace: typeof namespace === 'string' && namespace !== '' ? namespace : undefined,
  })
  const facts = [text(view?.title ?? result.type), entityTitle, group === '' ? '' : primaryTitle].filter(
    (fact): fact is string => typeof fact === 'string' && fact !== '',
  )
  return <ResultLook result={result} onFollow={onFollow} icon={view?.icon} facts={facts} />
}

/** A text of a result with what was found in it marked. The tags are never shown, and nothing in the text is ever markup. */
function Marked({ text, field, highlight }: { text: string; field: 'title' | 'text'; highlight: ResultHighlight | undefined }) {
  const marked = highlight?.fields[field]
  if (!highlight || marked === undefined) return text
  const [first = '', ...rest] = marked.split(highlight.preTag)
  return (
    <>
      {first}
      {rest.map((chunk, index) => {
        const [found = '', ...after] = chunk.split(highlight.postTag)
        return (
          <span key={index}>
            <mark className={styles.mark}>{found}</mark>
            {after.join('')}
          </span>
        )
      })}
    </>
  )
}
