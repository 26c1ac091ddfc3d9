import { useEffect, useState } from 'react'
import { uiMessages } from './messages.ts'
import { Loader } from './primitives.ts'
import styles from './Progress.module.css'
import { useText } from './text.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** What loads within this time needs no progress indicator. */
export const progressDelayMs = 250

/** True once `active` has lasted longer than the delay. */
export function useDelayed(active: boolean, delayMs = progressDelayMs): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [active, delayMs])
  return active && late
}

export interface ProgressProps {
  /** `line` runs along the upper edge of the content; `block` replaces the content; `inline` stands in a line of text. */
  readonly look?: 'line' | 'block' | 'inline'
  readonly label?: string
}

/** A progress indicator. Appears only after a short delay, so that quick answers do not flicker. */
export function Progress({ look = 'line', label }: ProgressProps) {
  const text = useText()
  const shown = useDelayed(true)
  const words = label ?? text(uiMessages.loading)
  if (!shown) return look === 'block' ? <div className={styles.block} /> : undefined
  if (look === 'line') {
    return (
      <div className={styles.line} role="progressbar" aria-label={words}>
        <div className={styles.runner} />
      </div>
    )
  }
  return (
    <span role="status" className={look === 'block' ? styles.block : styles.inline}>
      <Loader size={look === 'block' ? 28 : 16} aria-hidden />
      {look === 'block' && label ? <span>{label}</span> : <VisuallyHidden>{words}</VisuallyHidden>}
    </span>
  )
}
