import type { HealthProblemType } from '@portico/catalog/common'
import IconClockExclamation from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs'
import IconFileAlert from '@tabler/icons-react/dist/esm/icons/IconFileAlert.mjs'
import IconLinkOff from '@tabler/icons-react/dist/esm/icons/IconLinkOff.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs'
import IconUnlink from '@tabler/icons-react/dist/esm/icons/IconUnlink.mjs'
import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import IconVersions from '@tabler/icons-react/dist/esm/icons/IconVersions.mjs'
import styles from './Health.module.css'

type Icon = typeof IconFileAlert

const looks: Readonly<Record<HealthProblemType, readonly [Icon, 'error' | 'warning']>> = {
  'failed-document': [IconFileAlert, 'error'],
  'unreadable-source': [IconPlugConnectedX, 'error'],
  'forbidden-source': [IconLock, 'error'],
  'name-conflict': [IconVersions, 'error'],
  'dangling-reference': [IconLinkOff, 'warning'],
  orphan: [IconUnlink, 'warning'],
  unowned: [IconUserOff, 'warning'],
  'stale-source': [IconClockExclamation, 'warning'],
}

/** The sign of a type of problem, in the colour of how bad it is. The words beside it say the same. */
export function TypeIcon({ type }: { type: HealthProblemType }) {
  const [Icon, severity] = looks[type]
  return (
    <span className={styles.icon} data-severity={severity}>
      <Icon size={16} aria-hidden />
    </span>
  )
}
