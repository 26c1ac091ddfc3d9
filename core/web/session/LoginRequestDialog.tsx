import { Button, Dialog, useText } from '@portico/ui'
import { useState } from 'react'
import { shellMessages } from '../messages.ts'
import styles from './LoginRequestDialog.module.css'
import type { PendingLogin } from './login-requests.ts'

/** All pending login requests, each with its own button. Closing rejects all. */
export function LoginRequestDialog({ pending }: { pending: readonly PendingLogin[] }) {
  const text = useText()
  const rejectAll = () => pending.forEach(login => login.reject())
  return (
    <Dialog
      open
      onClose={rejectAll}
      title={text(shellMessages.loginRequired)}
      footer={
        <Button variant="default" onClick={rejectAll}>
          {text(shellMessages.rejectAll)}
        </Button>
      }
    >
      <p className={styles.lead}>{text(shellMessages.loginRequiredText)}</p>
      <ul className={styles.list}>
        {pending.map(login => (
          <Pending key={login.provider.id} login={login} />
        ))}
      </ul>
    </Dialog>
  )
}

function Pending({ login }: { login: PendingLogin }) {
  const text = useText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { icon: Icon, title } = login.provider
  async function logIn() {
    setBusy(true)
    setFailure(undefined)
    try {
      await login.trigger()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.item} aria-label={text(title)}>
      <span className={styles.icon} aria-hidden>
        <Icon size={20} />
      </span>
      <div className={styles.words}>
        <span className={styles.name}>{text(title)}</span>
        {failure !== undefined && (
          <span role="alert" className={styles.failure}>
            {failure}
          </span>
        )}
      </div>
      <Button size="xs" loading={busy} onClick={() => void logIn()}>
        {text(shellMessages.logIn)}
      </Button>
    </li>
  )
}
