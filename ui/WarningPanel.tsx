import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { useId, useState, type ReactNode } from 'react'
import { uiMessages } from './messages.ts'
import { Button } from './primitives.ts'
import { useText } from './text.tsx'
import styles from './WarningPanel.module.css'

const icons = { info: IconInfoCircle, warning: IconAlertTriangle, error: IconExclamationCircle } as const

export interface WarningPanelProps {
  readonly severity?: keyof typeof icons
  readonly title: ReactNode
  readonly children?: ReactNode
  /** Collapsed by default. */
  readonly details?: ReactNode
  readonly action?: ReactNode
}

/** A warning or a note. */
export function WarningPanel({ severity = 'warning', title, children, details, action }: WarningPanelProps) {
  const text = useText()
  const [open, setOpen] = useState(false)
  const id = useId()
  const Icon = icons[severity]
  return (
    <div role={severity === 'error' ? 'alert' : 'note'} aria-labelledby={`${id}-title`} className={`${styles.panel} ${styles[severity]}`}>
      <Icon size={20} aria-hidden className={styles.icon} />
      <div className={styles.body}>
        <p id={`${id}-title`} className={styles.title}>
          {title}
        </p>
        {children && <div className={styles.text}>{children}</div>}
        {details && (
          <>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              className={styles.toggle}
              aria-expanded={open}
              aria-controls={id}
              onClick={() => setOpen(!open)}
            >
              {text(open ? uiMessages.hideDetails : uiMessages.showDetails)}
            </Button>
            <div id={id} hidden={!open} className={styles.details}>
              {details}
            </div>
          </>
        )}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
