import { Button, useDelayed, useText } from '@portico/ui'
import { shellMessages } from '../messages.ts'
import { usePortal } from '../portal.tsx'
import type { SignInProvider } from './providers.ts'
import type { SessionState } from './session.ts'
import styles from './SignInPage.module.css'

// Long enough for those whom the provider knows, and short enough for those who look at its error page.
const helpAfterMs = 8_000

interface ProviderCardProps {
  readonly provider: SignInProvider
  readonly state: SessionState
  /** The recommended one, shown first. */
  readonly primary: boolean
  /** The only one: it is shown wide. */
  readonly alone: boolean
}

/** One sign-in provider: its title, its message, and its button or form. */
export function ProviderCard({ provider, state, primary, alone }: ProviderCardProps) {
  const text = useText()
  const { session } = usePortal()
  const { icon: Icon, Form, Help, title, message, explained, action } = provider
  const signingIn = state.status === 'signing-in'
  const busy = signingIn && state.provider.id === provider.id
  const isLong = useDelayed(busy, helpAfterMs)
  const id = `sign-in-${provider.id}`
  const broad = alone || Form !== undefined
  return (
    <section className={styles.card} data-broad={broad} aria-labelledby={id}>
      {Icon && (
        <span className={styles.icon} aria-hidden>
          <Icon size={20} />
        </span>
      )}
      <div className={styles.words}>
        <h2 id={id} className={styles.cardTitle}>
          {text(title)}
        </h2>
        {(broad || explained || busy) && <p className={styles.cardText}>{text(busy ? shellMessages.signingIn : message)}</p>}
      </div>
      <div className={styles.act}>
        {Form ? (
          <Form busy={busy} onSubmit={input => void session.signIn(provider, input)} />
        ) : (
          <Button
            fullWidth={broad}
            size={broad ? 'md' : 'sm'}
            variant={primary ? 'filled' : 'default'}
            loading={busy}
            disabled={signingIn && !busy}
            aria-describedby={id}
            onClick={() => void session.signIn(provider)}
          >
            {text(action)}
          </Button>
        )}
      </div>
      {Help && busy && (
        <p role="status" className={styles.help}>
          {isLong && <Help />}
        </p>
      )}
    </section>
  )
}
