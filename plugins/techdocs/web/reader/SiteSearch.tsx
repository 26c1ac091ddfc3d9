import { Link, query, useQuery, useShortcut, useText } from '@portico/core/web'
import { techdocsApi, type DocsParams } from '@portico/techdocs/common'
import { SearchField } from '@portico/ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { techdocsMessages } from '../messages.ts'
import { toAddress } from './site-model.ts'
import styles from './SiteSearch.module.css'

interface SiteSearchProps {
  readonly params: DocsParams
  readonly title: string
  readonly base: string
  /** The language that is searched, in a site of several. */
  readonly language?: string | undefined
  /** The version that is searched. */
  readonly version?: string | undefined
}

const typingMs = 150

/** Finds sections of this site. `/` goes there, arrows choose, Escape leaves. */
export function SiteSearch({ params, title, base, language, version }: SiteSearchProps) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  const [term, setTerm] = useState('')
  const words = term.trim()
  const { data } = useQuery({
    ...query(techdocsApi.searchSite, {
      params,
      query: { term: words, ...(language !== undefined && { language }), ...(version !== undefined && { version }) },
    }),
    enabled: words.length > 1,
    placeholderData: previous => previous,
  })
  useShortcut('/', { label: techdocsMessages.searchIn.text, run: () => box.current?.querySelector('input')?.focus() })
  const hits = words.length > 1 ? data?.items : undefined

  useEffect(() => {
    const search = box.current
    const listener = (event: KeyboardEvent) => moveFocus(event, search)
    search?.addEventListener('keydown', listener)
    return () => search?.removeEventListener('keydown', listener)
  }, [])

  return (
    <div ref={box} className={styles.search} role="search">
      <SearchField
        value={term}
        onChange={setTerm}
        label={text(techdocsMessages.searchIn, { title })}
        placeholder={text(techdocsMessages.searchIn, { title })}
        delayMs={typingMs}
      />
      {hits && (
        <div className={styles.hits} role="region" aria-label={text(techdocsMessages.hits)}>
          {hits.length === 0 && <p className={styles.none}>{text(techdocsMessages.noHits, { term: words })}</p>}
          {hits.map(hit => (
            <Link
              key={`${hit.path}#${hit.id ?? ''}`}
              plain
              className={styles.hit}
              to={`${toAddress(base, hit.path)}${hit.id === undefined ? '' : `#${hit.id}`}`}
              onClick={() => setTerm('')}
            >
              <span className={styles.title}>
                {hit.title}
                {hit.page !== hit.title && <span className={styles.page}> · {hit.page}</span>}
              </span>
              <span className={styles.text}>{marked(hit.text, words)}</span>
            </Link>
          ))}
        </div>
      )}
    </div>
  )
}

/** A text with the words of a search marked. */
function marked(text: string, term: string): ReactNode {
  const words = term.split(/\s+/).map(word => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  const parts = text.split(new RegExp(`(${words.join('|')})`, 'i'))
  // What the pattern found stands at the odd places.
  return parts.map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))
}

/** Arrows go from the field to the results and back. */
function moveFocus(event: KeyboardEvent, search: HTMLElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [...(search?.querySelectorAll<HTMLElement>('input, a') ?? [])]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
