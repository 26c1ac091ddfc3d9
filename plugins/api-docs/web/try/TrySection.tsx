import { useText } from '@portico/core/web'
import { Button } from '@portico/ui'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useId, useState, type ReactNode } from 'react'
import { tryMessages } from './messages.ts'
import styles from './Try.module.css'

export interface TrySectionProps {
  /** Of the button that opens the form. */
  readonly openLabel: string
  /** Why nothing can be tried. */
  readonly refusal?: string | undefined
  readonly children: ReactNode
}

/** The section Try it: its form is opened on demand. */
export function TrySection({ openLabel, refusal, children }: TrySectionProps) {
  const text = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {text(tryMessages.tryIt)}
        </h3>
        {refusal === undefined && (
          <Button
            variant="default"
            size="xs"
            leftSection={open ? undefined : <IconPlayerPlay size={14} aria-hidden />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {open ? text(tryMessages.close) : openLabel}
          </Button>
        )}
      </div>
      {refusal !== undefined && <p className={styles.hint}>{refusal}</p>}
      {refusal === undefined && open && children}
    </section>
  )
}
