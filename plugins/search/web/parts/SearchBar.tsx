import { organizationSection } from '@portico/core/common'
import { useConfig, useText } from '@portico/core/web'
import { SearchField } from '@portico/ui'
import { searchMessages } from '../messages.ts'
import { Completions } from './Completions.tsx'
import styles from './SearchBar.module.css'

export interface SearchBarProps {
  readonly value: string
  readonly onChange: (term: string) => void
  /** How long typing has to rest; 200 ms by default. */
  readonly debounceMs?: number
}

/** Where a term is typed: it asks when typing rests, and completes filters such as `kind:`. */
export function SearchBar({ value, onChange, debounceMs = 200 }: SearchBarProps) {
  const text = useText()
  const { name } = useConfig(organizationSection)
  return (
    <div className={styles.bar}>
      <SearchField
        value={value}
        onChange={onChange}
        delayMs={debounceMs}
        label={text(searchMessages.search)}
        placeholder={text(searchMessages.placeholder, { organisation: name })}
      />
      <Completions term={value} onComplete={onChange} />
    </div>
  )
}
