import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLinkNavigation } from '../Link.tsx'
import styles from './Markdown.module.css'
import { renderMarkdown } from './render-markdown.ts'
import './syntax.css'

export interface MarkdownProps {
  readonly children: string
  /** Resolves relative addresses. Keep it the same between renders. */
  readonly resolve?: (address: string) => string
  /** What `#` becomes: 3 within a card, 1 for a page of its own. */
  readonly topHeading?: number
}

/** The drawn text; `Markdown` loads it. */
export function MarkdownText({ children, resolve, topHeading = 3 }: MarkdownProps) {
  const { toHref, follow } = useLinkNavigation()
  const container = useRef<HTMLDivElement>(null)
  const html = useMemo(() => renderMarkdown(children, { resolve, topHeading, toHref }), [children, resolve, topHeading, toHref])
  const onClick = useEffectEvent((event: MouseEvent) => {
    const to = event.target instanceof Element ? event.target.closest('a')?.dataset['to'] : undefined
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (to === undefined || elsewhere || event.defaultPrevented) return
    event.preventDefault()
    follow(to)
  })
  useEffect(() => {
    const element = container.current
    const listen = (event: MouseEvent) => onClick(event)
    element?.addEventListener('click', listen)
    return () => element?.removeEventListener('click', listen)
  }, [])
  return <div ref={container} className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
}
