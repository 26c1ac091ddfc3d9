import { useText } from '@portico/core/web'
import type { Severity } from '@portico/notifications/common'
import IconAlertOctagon from '@tabler/icons-react/dist/esm/icons/IconAlertOctagon.mjs'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { pageMessages } from '../page-messages.ts'
import styles from './Notifications.module.css'

const icons = { critical: IconAlertOctagon, high: IconAlertTriangle, normal: IconBell, low: IconInfoCircle }

/** How important it is, as a shape and a word. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  const text = useText()
  const Icon = icons[severity]
  const name = text(pageMessages[severity])
  return (
    <span className={styles.icon} data-severity={severity} role="img" aria-label={name} title={name}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </span>
  )
}
