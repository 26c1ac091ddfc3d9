import { useText } from '@portico/core/web'
import { Button, Markdown } from '@portico/ui'
import { useState } from 'react'
import styles from './Description.module.css'
import { definitionMessages } from './messages.ts'

/** Signs that a text may be more than plain words in one paragraph. */
const markup = /[*_`#[\]<>|\\&~]|:\/\/|www\.|\n\s*\n|\n\s*[-+\d]|@/

/** More than this at once would push away what follows, and hold up the page. */
const maxShown = 6000

/** A description that a definition gives, in Markdown. The rest of a very long one is shown on demand. */
export function Description({ text: whole }: { readonly text: string | undefined }) {
  const text = useText()
  const [all, setAll] = useState(false)
  if (whole === undefined || whole.trim() === '') return undefined
  const shown = all ? whole : toBeginning(whole)
  return (
    <div className={styles.description}>
      {markup.test(shown) ? (
        <Markdown topHeading={4} html>
          {shown}
        </Markdown>
      ) : (
        <p>{shown}</p>
      )}
      {shown.length < whole.length && (
        <Button size="compact-sm" variant="default" onClick={() => setAll(true)}>
          {text(definitionMessages.readAll)}
        </Button>
      )}
    </div>
  )
}

/** The paragraphs that fit, whole where possible. */
function toBeginning(text: string): string {
  if (text.length <= maxShown * 1.5) return text
  const start = text.slice(0, maxShown)
  const end = Math.max(start.lastIndexOf('\n\n'), start.lastIndexOf('\r\n\r\n'))
  return end > maxShown / 2 ? start.slice(0, end) : start
}
