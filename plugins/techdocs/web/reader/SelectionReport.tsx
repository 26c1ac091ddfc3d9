import { useText } from '@portico/core/web'
import type { DocsPage } from '@portico/techdocs/common'
import { Link } from '@portico/ui'
import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs'
import { useEffect, useState, type MouseEvent, type RefObject } from 'react'
import { techdocsMessages } from '../messages.ts'
import { newIssueOf, toTitle } from './issue-url.ts'
import styles from './SelectionReport.module.css'

/** A press elsewhere would end the selection, and this link with it. */
const keepSelection = (event: MouseEvent) => event.preventDefault()

interface Selected {
  readonly text: string
  readonly left: number
  readonly top: number
}

/** Beside what is selected on a page: a new issue that quotes it. */
export function SelectionReport({ page, articleRef }: { readonly page: DocsPage; readonly articleRef: RefObject<HTMLElement | null> }) {
  const text = useText()
  const selected = useSelected(articleRef, page)
  if (!selected) return undefined
  const title = text(techdocsMessages.reportTitle, { title: toTitle(selected.text) })
  const issue = newIssueOf(page.editUrl, title, { quote: selected.text, pageUrl: `${location.origin}${location.pathname}` })
  if (!issue) return undefined
  return (
    <div className={styles.report} style={{ left: selected.left, top: selected.top }}>
      <Link to={issue.url} plain onMouseDown={keepSelection}>
        <IconBug size={14} aria-hidden /> {text(techdocsMessages.reportSelection, { host: issue.host })}
      </Link>
    </div>
  )
}

/** What is selected within the page and where it ends; undefined for nothing. */
function useSelected(articleRef: RefObject<HTMLElement | null>, page: DocsPage): Selected | undefined {
  const [found, setFound] = useState<{ readonly page: DocsPage; readonly selected: Selected | undefined }>()
  useEffect(() => {
    const onChange = () => setFound({ page, selected: selectedIn(articleRef.current) })
    document.addEventListener('selectionchange', onChange)
    return () => document.removeEventListener('selectionchange', onChange)
  }, [articleRef, page])
  return found?.page === page ? found.selected : undefined
}

function selectedIn(article: HTMLElement | null): Selected | undefined {
  const selection = document.getSelection()
  if (!article || !selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const text = selection.toString()
  if (!article.contains(range.commonAncestorContainer) || text.trim() === '') return undefined
  const box = article.parentElement!.getBoundingClientRect()
  const { left, bottom } = range.getBoundingClientRect()
  return { text, left: left - box.left, top: bottom - box.top }
}
