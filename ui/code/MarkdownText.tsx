import { useMemo } from 'react'
import styles from './Markdown.module.css'
import { renderMarkdown } from './render-markdown.ts'
import './syntax.css'

export interface MarkdownProps {
  readonly children: string
  /** Makes relative addresses whole. Keep it the same between renders. */
  readonly resolve?: (address: string) => string
  /** What `#` becomes: 3 within a card, 1 for a page of its own. */
  readonly topHeading?: number
}

/** The drawn text; `Markdown` is the door to it. */
export function MarkdownText({ children, resolve, topHeading = 3 }: MarkdownProps) {
  const html = useMemo(() => renderMarkdown(children, { resolve, topHeading }), [children, resolve, topHeading])
  return <div className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
}
