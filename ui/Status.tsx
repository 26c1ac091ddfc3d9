import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs'
import IconExclamationCircle from '@tabler/icons-react/dist/esm/icons/IconExclamationCircle.mjs'
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import IconLoader2 from '@tabler/icons-react/dist/esm/icons/IconLoader2.mjs'
import type { ReactNode } from 'react'
import { uiMessages } from './messages.ts'
import styles from './Status.module.css'
import { useText } from './text.tsx'

const looks = {
  ok: { Icon: IconCircleCheck, message: uiMessages.statusOk },
  info: { Icon: IconInfoCircle, message: uiMessages.statusInfo },
  warning: { Icon: IconAlertTriangle, message: uiMessages.statusWarning },
  error: { Icon: IconExclamationCircle, message: uiMessages.statusError },
  running: { Icon: IconLoader2, message: uiMessages.statusRunning },
  pending: { Icon: IconClock, message: uiMessages.statusPending },
  aborted: { Icon: IconBan, message: uiMessages.statusAborted },
  unknown: { Icon: IconCircleDashed, message: uiMessages.statusUnknown },
} as const

export type StatusKind = keyof typeof looks

/** How good something is: the kinds of status that colours mean. */
export type Tone = Extract<StatusKind, 'ok' | 'info' | 'warning' | 'error' | 'unknown'>

/** A status: an icon, a colour and always a word. */
export function Status({ kind, children }: { kind: StatusKind; children?: ReactNode }) {
  const text = useText()
  const { Icon, message } = looks[kind]
  return (
    <span className={`${styles.status} ${styles[kind]}`}>
      <Icon size={14} stroke={2} aria-hidden />
      <span className={styles.words}>{children ?? text(message)}</span>
    </span>
  )
}
