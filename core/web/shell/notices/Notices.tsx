import { pluginsChannel } from '@portico/core/common'
import { Button, useText } from '@portico/ui'
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs'
import IconClockExclamation from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs'
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ReactNode } from 'react'
import { shellMessages } from '../../messages.ts'
import { createObservable, useObservable } from '../../observable.ts'
import { usePortal } from '../../portal.tsx'
import styles from './Notices.module.css'
import { useSignal } from '../../signals/use-signal.ts'
import type { Update } from './update-watch.ts'
import { useSessionEnding } from './use-session-ending.ts'

/** What concerns the whole portal for a while, at the foot of the window: no network, no server, a session about to end, a new version. */
export function Notices() {
  return (
    <div className={styles.area}>
      <ConnectionNotice />
      <SessionNotice />
      <UpdateNotice />
    </div>
  )
}

/** The first of them alone, for where nobody is signed in. */
export function ConnectionNotices() {
  return (
    <div className={styles.area}>
      <ConnectionNotice />
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

/** No network, or no server: it is asked again by itself. */
function ConnectionNotice() {
  const text = useText()
  const { connection } = usePortal()
  const state = useObservable(connection.state)
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  useEffect(() => connection.start(window), [connection])
  if (!online) return <Notice icon={<IconWifiOff size={18} />}>{text(shellMessages.offline)}</Notice>
  if (state.status === 'up') return undefined
  const isAsking = state.retryAtMs === undefined
  return (
    <Notice
      icon={<IconCloudOff size={18} />}
      actions={
        <Button size="compact-sm" variant="default" disabled={isAsking} onClick={connection.retry}>
          {text(shellMessages.retryNow)}
        </Button>
      }
    >
      {text(shellMessages.serverAway)}{' '}
      <span className={styles.countdown} aria-hidden>
        {isAsking ? text(shellMessages.retrying) : <Countdown key={state.retryAtMs} untilMs={state.retryAtMs} />}
      </span>
    </Notice>
  )
}

function Countdown({ untilMs }: { untilMs: number }) {
  const text = useText()
  const secondsLeft = () => Math.max(1, Math.ceil((untilMs - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(secondsLeft)
  const tick = useEffectEvent(() => setSeconds(secondsLeft()))
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return text(shellMessages.retryIn, { seconds })
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

const never = createObservable(undefined)

function UpdateNotice() {
  const text = useText()
  const { updates, outside } = usePortal()
  const available = useObservable<Update | undefined>(updates?.available ?? never)
  const [putOff, setPutOff] = useState(false)
  useEffect(() => updates?.start(document), [updates])
  useSignal(outside && pluginsChannel, { onMessage: () => void updates?.check() })
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
      {text(available === 'plugins' ? shellMessages.pluginsChanged : shellMessages.updateAvailable)}
    </Notice>
  )
}
