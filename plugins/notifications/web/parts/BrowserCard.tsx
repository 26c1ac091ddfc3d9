import { browserStorageApiRef, useApi, useText } from '@portico/core/web'
import { Button, InfoCard, Status } from '@portico/ui'
import { useState } from 'react'
import { allowBrowserNotices, browserNotices, stopBrowserNotices } from '../live/browser-notice.ts'
import { pageMessages } from '../page-messages.ts'
import styles from './Settings.module.css'

/** Whether this browser shows what is new while the portal is in the background. The browser asks only after a press. */
export function BrowserCard() {
  const text = useText()
  const { storage } = useApi(browserStorageApiRef)
  const [state, setState] = useState(() => browserNotices(storage))
  if (state === 'unavailable') return undefined
  return (
    <InfoCard title={text(pageMessages.thisBrowser)}>
      <div className={styles.browser}>
        <p className={styles.note}>{text(state === 'denied' ? pageMessages.browserDenied : pageMessages.browserText)}</p>
        {state === 'on' && <Status kind="ok">{text(pageMessages.browserOn)}</Status>}
        {state === 'on' && (
          <Button variant="default" size="xs" onClick={() => setState(stopBrowserNotices(storage))}>
            {text(pageMessages.browserStop)}
          </Button>
        )}
        {state === 'off' && (
          <Button variant="default" size="xs" onClick={() => void allowBrowserNotices(storage).then(setState)}>
            {text(pageMessages.browserAllow)}
          </Button>
        )}
      </div>
    </InfoCard>
  )
}
