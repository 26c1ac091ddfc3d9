import { ActionIcon, isExternalAddress, isSafeAddress, useText } from '@portico/ui'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useEffect, useState, type MouseEvent } from 'react'
import { useApi } from '../apis/use-api.ts'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import styles from './AlertBar.module.css'
import { alertApiRef, transientAlertMs, type QueuedAlert } from './alerts.ts'

const icons = { success: IconCircleCheck, info: IconInfoCircle, warning: IconAlertTriangle, error: IconExclamationCircle }

/** The oldest alert at the top centre of the window, with the number of those that wait behind it. */
export function AlertBar({ navigate }: { navigate: (to: string) => void }) {
  const queue = useObservable(useApi(alertApiRef).queue)
  const [first, ...waiting] = queue
  return <div className={styles.area}>{first && <Shown key={first.id} alert={first} waiting={waiting.length} navigate={navigate} />}</div>
}

function Shown({ alert, waiting, navigate }: { alert: QueuedAlert; waiting: number; navigate: (to: string) => void }) {
  const text = useText()
  const { dismiss } = useApi(alertApiRef)
  const [held, setHeld] = useState(false)
  const { id, display, severity } = alert
  // The timer stops while the pointer or the focus is on the alert.
  useEffect(() => {
    if (display !== 'transient' || held) return
    const timer = setTimeout(() => dismiss(id), transientAlertMs)
    return () => clearTimeout(timer)
  }, [display, held, dismiss, id])
  const Icon = icons[severity]
  return (
    <div
      role={alert.severity === 'error' || alert.severity === 'warning' ? 'alert' : 'status'}
      className={styles.alert}
      data-severity={severity}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={styles.icon} aria-hidden />
      <span className={styles.message}>
        <Message alert={alert} navigate={navigate} />
        {waiting > 0 && <span className={styles.waiting}>{text(shellMessages.moreAlerts, { count: waiting })}</span>}
      </span>
      <ActionIcon size={22} aria-label={text(shellMessages.close)} onClick={() => dismiss(id)}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** The bar is outside of the router, so that it also shows where a page has failed: links are anchors that ask the router. */
function Message({ alert, navigate }: { alert: QueuedAlert; navigate: (to: string) => void }) {
  const { dismiss } = useApi(alertApiRef)
  const { basePath } = usePortal().facts
  const { id, message, to, onFollow } = alert
  if (to === undefined || !isSafeAddress(to)) return message
  const isOutside = isExternalAddress(to)
  function follow(event: MouseEvent) {
    dismiss(id)
    onFollow?.()
    if (isOutside || to === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    navigate(to)
  }
  return (
    <a
      className={styles.link}
      href={isOutside ? to : `${basePath}${to}`}
      {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}
      onClick={follow}
    >
      {message}
    </a>
  )
}
