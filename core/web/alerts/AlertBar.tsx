import { ActionIcon, useText } from '@portico/ui'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useState } from 'react'
import { useApi } from '../apis/use-api.ts'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import styles from './AlertBar.module.css'
import { alertApiRef, transientAlertMs, type QueuedAlert } from './alerts.ts'

const icons = { success: IconCircleCheck, info: IconInfoCircle, warning: IconAlertTriangle, error: IconExclamationCircle }

/** The oldest alert at the top centre of the window, with the number of those that wait behind it. */
export function AlertBar() {
  const queue = useObservable(useApi(alertApiRef).queue)
  const [first, ...waiting] = queue
  return <div className={styles.area}>{first && <Shown key={first.id} alert={first} waiting={waiting.length} />}</div>
}

function isUrgent({ severity }: QueuedAlert): boolean {
  return severity === 'error' || severity === 'warning'
}

function Shown({ alert, waiting }: { alert: QueuedAlert; waiting: number }) {
  const text = useText()
  const { dismiss } = useApi(alertApiRef)
  const [held, setHeld] = useState(false)
  const { id, display, severity, message } = alert
  // The timer stops while the pointer or the focus is on the alert.
  useEffect(() => {
    if (display !== 'transient' || held) return
    const timer = setTimeout(() => dismiss(id), transientAlertMs)
    return () => clearTimeout(timer)
  }, [display, held, dismiss, id])
  const Icon = icons[severity]
  return (
    <div
      role={isUrgent(alert) ? 'alert' : 'status'}
      className={styles.alert}
      data-severity={severity}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={styles.icon} aria-hidden />
      <span className={styles.message}>
        {message}
        {waiting > 0 && <span className={styles.waiting}>{text(shellMessages.moreAlerts, { count: waiting })}</span>}
      </span>
      <ActionIcon size={22} aria-label={text(shellMessages.close)} onClick={() => dismiss(id)}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
