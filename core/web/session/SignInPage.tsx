import { Button, ErrorPanel, useText } from '@portico/ui'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import { BrandSign } from '../shell/sidebar/Brand.tsx'
import { usePageTitle } from '../title.ts'
import type { SignInProvider } from './providers.ts'
import type { SessionState } from './session.ts'
import styles from './SignInPage.module.css'

/** The first screen: what this is, and the ways in. */
export function SignInPage() {
  const text = useText()
  const { facts, providers, session } = usePortal()
  const state = useObservable(session.state)
  usePageTitle(shellMessages.signInTitle)
  const error = state.status === 'signed-out' ? state.error : undefined
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <header className={styles.head}>
          <BrandSign size={56} />
          <h1 className={styles.title}>{facts.title}</h1>
          <p className={styles.lead}>{text(shellMessages.signInLead, { organization: facts.organization })}</p>
        </header>
        {error && <ErrorPanel title={text(shellMessages.loginFailed)} message={error.message} />}
        {providers.map((provider, index) => (
          <ProviderCard key={provider.id} provider={provider} state={state} primary={index === 0} />
        ))}
      </div>
    </main>
  )
}

function ProviderCard({ provider, state, primary }: { provider: SignInProvider; state: SessionState; primary: boolean }) {
  const text = useText()
  const { session } = usePortal()
  const busy = state.status === 'signing-in'
  const id = `sign-in-${provider.id}`
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.cardTitle}>
        {text(provider.title)}
      </h2>
      <p className={styles.cardText}>{text(provider.message)}</p>
      <Button
        fullWidth
        size="md"
        variant={primary ? 'filled' : 'default'}
        loading={busy && state.provider === provider}
        disabled={busy && state.provider !== provider}
        onClick={() => void session.signIn(provider)}
      >
        {text(provider.action)}
      </Button>
    </section>
  )
}
