import { query, useQuery, useText } from '@portico/core/web'
import { searchApi, toQueryParams } from '@portico/search/common'
import { searchMessages } from '../messages.ts'
import { knownFields } from '../filters/fields.ts'
import styles from './SearchBar.module.css'

const maxShown = 8
const open = /(?:^|\s)([a-z]+):("?[^"\s]*)$/i

/** The values that a filter at the end of a term can have: `kind:co` offers `kind:Component`. */
export function Completions({ term, onComplete }: { term: string; onComplete: (term: string) => void }) {
  const text = useText()
  const [, field, begun = ''] = open.exec(term) ?? []
  const name = knownFields.find(known => known === field?.toLowerCase() || known === `${field?.toLowerCase()}s`)
  const { data } = useQuery({
    ...query(searchApi.getFacets, { query: toQueryParams({ fields: [name ?? ''] }) }),
    enabled: name !== undefined,
  })
  const typed = begun.replace('"', '').toLowerCase()
  const values = (name === undefined ? [] : (data?.fields[name] ?? []))
    .filter(({ value }) => value.toLowerCase().includes(typed) && value.toLowerCase() !== typed)
    .slice(0, maxShown)
  if (values.length === 0) return undefined
  const before = term.slice(0, term.length - begun.length)
  return (
    <ul className={styles.completions} aria-label={text(searchMessages.completions)}>
      {values.map(({ value, count }) => (
        <li key={value}>
          <button
            type="button"
            className={styles.completion}
            onClick={() => onComplete(`${before}${/\s/.test(value) ? `"${value}"` : value} `)}
          >
            {field}:{value}
            <span className={styles.number}>{count}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
