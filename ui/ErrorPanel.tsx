import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useId, useState, type ReactNode } from 'react'
import { CopyButton } from './CopyButton.tsx'
import styles from './ErrorPanel.module.css'
import { uiMessages } from './messages.ts'
import { Button } from './primitives.ts'
import { useText } from './text.tsx'

export interface ErrorPanelProps {
  readonly title: ReactNode
  /** What went wrong, and what still works. */
  readonly message?: ReactNode
  /** Below the message. */
  readonly children?: ReactNode
  /** Folded with the details, above them. */
  readonly facts?: ReactNode
  /** Technical details; collapsed, with a button to copy them. */
  readonly details?: string | undefined
  /** What the details are, for those who do not see them. */
  readonly detailsLabel?: string
  readonly onRetry?: () => void
}

/** An error: what failed, and what to do about it. Retry is always the first button below the message. */
export function ErrorPanel({ title, message, children, facts, details, detailsLabel, onRetry }: ErrorPanelProps) {
  const text = useText()
  const [open, setOpen] = useState(false)
  const id = useId()
  const hasDetails = details !== undefined || facts !== undefined
  return (
    <div role="alert" aria-labelledby={`${id}-title`} className={styles.panel}>
      <IconAlertTriangle size={20} className={styles.icon} aria-hidden />
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      {message && <p className={styles.message}>{message}</p>}
      {children && <div className={styles.message}>{children}</div>}
      {(onRetry || hasDetails) && (
        <div className={styles.foot}>
          {onRetry && (
            <Button variant="default" size="xs" onClick={onRetry}>
              {text(uiMessages.retry)}
            </Button>
          )}
          {hasDetails && (
            <>
              <Button variant="subtle" size="xs" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
                {text(open ? uiMessages.hideDetails : uiMessages.showDetails)}
              </Button>
              {details && <CopyButton value={details} />}
            </>
          )}
        </div>
      )}
      {hasDetails && (
        <div id={id} hidden={!open} className={styles.more}>
          {facts}
          {details && (
            <pre
              tabIndex={0}
              className={styles.details}
              {...(detailsLabel !== undefined && { role: 'region', 'aria-label': detailsLabel })}
            >
              {details}
            </pre>
          )}
        </div>
      )}
    </div>
  )
}
