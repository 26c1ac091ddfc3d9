import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useRef, useState } from 'react'
import { uiMessages } from './messages.ts'
import styles from './SearchField.module.css'
import { useText } from './text.tsx'

export interface SearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label?: string | undefined
  readonly placeholder?: string | undefined
  /** How long typing has to rest before `onChange` hears of it; 0 for at once. */
  readonly delayMs?: number
}

/** A field to search in. Escape and the cross empty it, at once. */
export function SearchField({ value, onChange, label, placeholder, delayMs = 0 }: SearchFieldProps) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const [told, setTold] = useState(value)
  // A value changed from outside, by the back button or "Clear all", replaces what was typed.
  if (value !== told) {
    setTold(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  function tell(next: string, afterMs: number) {
    setTyped(next)
    clearTimeout(timer.current)
    const now = () => {
      setTold(next)
      onChange(next)
    }
    if (afterMs === 0) now()
    else timer.current = setTimeout(now, afterMs)
  }
  const name = label ?? text(uiMessages.search)
  return (
    <div className={styles.field}>
      <IconSearch size={16} aria-hidden className={styles.icon} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={name}
        placeholder={placeholder ?? name}
        value={typed}
        onChange={event => tell(event.currentTarget.value, delayMs)}
        onKeyDown={event => {
          if (event.key === 'Enter') tell(typed, 0)
          if (event.key !== 'Escape' || typed === '') return
          event.stopPropagation()
          tell('', 0)
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={text(uiMessages.clear)}
          onClick={() => {
            tell('', 0)
            input.current?.focus()
          }}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
