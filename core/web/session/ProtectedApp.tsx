import { useEffect, useState } from 'react'
import { ErrorPanel, useText } from '@portico/ui'
import { shellMessages } from '../messages.ts'
import { usePortal } from '../portal.tsx'
import { Splash } from '../shell/Splash.tsx'
import { useCookieAuth } from './use-cookie-auth.ts'
import { enterProtectedApp } from './protected-app.ts'
import styles from './SignInPage.module.css'

/** Keeps the cookie fresh without which a reload would not be served the app. */
export function KeepCookie() {
  useCookieAuth('app')
  return undefined
}

/** After sign-in on the sign-in page of a protected app: loads the app itself. */
export function EnterApp() {
  const text = useText()
  const { session, environment } = usePortal()
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    void session.token().then(token => {
      if (token === undefined || !enterProtectedApp({ token, page: document, tabStorage: environment.tabStorage })) setRefused(true)
    })
  }, [session, environment])
  if (!refused) return <Splash />
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <ErrorPanel
          title={text(shellMessages.loginFailed)}
          message={text(shellMessages.appRefused)}
          onRetry={() => void session.signOut().then(environment.reload)}
        />
      </div>
    </main>
  )
}
