import { Link, query, useQuery, useShortcut, useText } from '@portico/core/web'
import { techdocsApi, type DocsParams } from '@portico/techdocs/common'
import { SearchField } from '@portico/ui'
import { useEffect, useRef, useState } from 'react'
import { techdocsMessages } from '../messages.ts'
import { toAddress } from './site-model.ts'
import styles from './SiteSearch.module.css'

interface SiteSearchProps {
  readonly params: DocsParams
  readonly title: string
  readonly base: string
}

const typingMs = 150

/** Finds sections of this site. `/` goes there, arrows choose, Escape leaves. */
export function SiteSearch({ params, title, base }: SiteSearchProps) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  const [term, setTerm] = useState('')
  const words = term.trim()
  const { data } = useQuery({
    ...query(techdocsApi.searchSite, { params, query: { term: words } }),
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
              <span className={styles.text}>{hit.text}</span>
            </Link>
          ))}
        </div>
      )}
    </div>
  )
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
