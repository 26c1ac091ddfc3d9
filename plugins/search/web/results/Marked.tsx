import type { ResultHighlight } from '@portico/search/common'
import styles from './Results.module.css'

/** A text of a result with what was found in it marked. The tags are never shown, and nothing in the text is ever markup. */
export function Marked({ text, field, highlight }: { text: string; field: 'title' | 'text'; highlight: ResultHighlight | undefined }) {
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
