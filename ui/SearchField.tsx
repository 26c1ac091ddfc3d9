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
  /** The debounce of `onChange` while typing; 0 for none. */
  readonly delayMs?: number
}

/** A search field. Escape and the cross empty it, at once. */
export function SearchField({ value, onChange, label, placeholder, delayMs = 0 }: SearchFieldProps) {
  const text = useText()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [typed, setTyped] = useState(value)
  const [reported, setReported] = useState(value)
  // A value changed from outside, by the back button or "Clear all", replaces what was typed.
  if (value !== reported) {
    setReported(value)
    setTyped(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  function report(next: string, afterMs: number) {
    setTyped(next)
    clearTimeout(timer.current)
    const now = () => {
      setReported(next)
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
        onChange={event => report(event.currentTarget.value, delayMs)}
        onKeyDown={event => {
          if (event.key === 'Enter') report(typed, 0)
          if (event.key !== 'Escape' || typed === '') return
          event.stopPropagation()
          report('', 0)
        }}
      />
      {typed !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={text(uiMessages.clear)}
          onClick={() => {
            report('', 0)
            input.current?.focus()
          }}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}
