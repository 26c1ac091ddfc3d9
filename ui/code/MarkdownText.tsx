import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { isExternalAddress, useLinkNavigation } from '../Link.tsx'
import styles from './Markdown.module.css'
import { renderMarkdown } from './render-markdown.ts'
import './syntax.css'

export interface MarkdownProps {
  readonly children: string
  /** Resolves relative addresses. Keep it the same between renders. */
  readonly resolve?: (address: string) => string
  /** HTML in the text is drawn, sanitised; else it is shown as text. */
  readonly html?: boolean
  /** What `#` becomes: 3 within a card, 1 for a page of its own. */
  readonly topHeading?: number
}

/** The drawn text; `Markdown` loads it. */
export function MarkdownText({ children, resolve, html: isHtml, topHeading = 3 }: MarkdownProps) {
  const { toHref, follow } = useLinkNavigation()
  const container = useRef<HTMLDivElement>(null)
  const html = useMemo(
    () => renderMarkdown(children, { resolve, html: isHtml, topHeading, toHref }),
    [children, resolve, isHtml, topHeading, toHref],
  )
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
    element?.addEventListener('error', onImageError, true)
    return () => {
      element?.removeEventListener('click', listen)
      element?.removeEventListener('error', onImageError, true)
    }
  }, [])
  return <div ref={container} className={styles.markdown} dangerouslySetInnerHTML={{ __html: html }} />
}

/** An image that cannot be loaded, or that the portal's policy forbids, becomes a link to it. */
function onImageError({ target: image }: Event): void {
  if (!(image instanceof HTMLImageElement) || !isExternalAddress(image.src)) return
  const link = document.createElement('a')
  Object.assign(link, { href: image.src, target: '_blank', rel: 'noopener noreferrer', textContent: image.alt || image.src })
  image.replaceWith(image.closest('a') ? link.textContent : link)
}
