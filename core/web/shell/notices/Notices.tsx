import { Button, useText } from '@portico/ui'
import IconClockExclamation from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs'
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import { shellMessages } from '../../messages.ts'
import { createObservable, useObservable } from '../../observable.ts'
import { usePortal } from '../../portal.tsx'
import styles from './Notices.module.css'
import { useSessionEnding } from './use-session-ending.ts'

/** What concerns the whole portal for a while, at the foot of the window: no network, a session about to end, a new version. */
export function Notices() {
  return (
    <div className={styles.area}>
      <OfflineNotice />
      <SessionNotice />
      <UpdateNotice />
    </div>
  )
}

function Notice({ icon, children, actions }: { icon: ReactNode; children: ReactNode; actions?: ReactNode }) {
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <span className={styles.words}>{children}</span>
      {actions}
    </div>
  )
}

function OfflineNotice() {
  const text = useText()
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  if (online) return undefined
  return <Notice icon={<IconWifiOff size={18} />}>{text(shellMessages.offline)}</Notice>
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function SessionNotice() {
  const text = useText()
  const { session } = usePortal()
  if (!useSessionEnding()) return undefined
  return (
    <Notice
      icon={<IconClockExclamation size={18} />}
      actions={
        <Button size="compact-sm" variant="default" onClick={() => void session.signOut()}>
          {text(shellMessages.signInAgain)}
        </Button>
      }
    >
      {text(shellMessages.sessionEnding)}
    </Notice>
  )
}

const never = createObservable(false)

function UpdateNotice() {
  const text = useText()
  const { updates } = usePortal()
  const available = useObservable(updates?.available ?? never)
  const [putOff, setPutOff] = useState(false)
  useEffect(() => updates?.start(document), [updates])
  if (!available || putOff) return undefined
  return (
    <Notice
      icon={<IconRefresh size={18} />}
      actions={
        <>
          <Button size="compact-sm" variant="subtle" onClick={() => setPutOff(true)}>
            {text(shellMessages.later)}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
            {text(shellMessages.updateNow)}
          </Button>
        </>
      }
    >
      {text(shellMessages.updateAvailable)}
    </Notice>
  )
}
