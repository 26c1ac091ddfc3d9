import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { uiMessages } from './messages.ts'
import styles from './HeaderHint.module.css'
import { useText } from './text.tsx'

/** More about a title, on hover and focus; Escape closes it. It needs no positioning engine, so the first page has none. */
export function HeaderHint({ id, children }: { id: string; children: ReactNode }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  function dismissed(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    event.preventDefault()
    setOpen(false)
  }
  return (
    <span className={styles.hint} onPointerEnter={() => setOpen(true)} onPointerLeave={() => setOpen(false)}>
      <button
        type="button"
        className={styles.sign}
        aria-label={text(uiMessages.moreAbout)}
        aria-describedby={id}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={dismissed}
      >
        <IconInfoCircle size={18} aria-hidden />
      </button>
      <span id={id} role="tooltip" className={styles.bubble} data-open={open}>
        {children}
      </span>
    </span>
  )
}
