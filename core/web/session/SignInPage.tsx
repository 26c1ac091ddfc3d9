import { Button, EmptyState, ErrorPanel, SkeletonRows, useDelayed, useText, type Text } from '@portico/ui'
import IconLockQuestion from '@tabler/icons-react/dist/esm/icons/IconLockQuestion.mjs'
import { useQuery } from '@tanstack/react-query'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import { SignInBrand } from '../shell/sidebar/Brand.tsx'
import { usePageTitle } from '../title.ts'
import { ProviderCard } from './ProviderCard.tsx'
import styles from './SignInPage.module.css'

/** The sign-in page: the name of the portal and the sign-in providers, under the given title. */
export function SignInPage({ title }: { readonly title?: Text }) {
  const text = useText()
  const { facts, session } = usePortal()
  const state = useObservable(session.state)
  usePageTitle(shellMessages.signInTitle)
  const error = state.status === 'signed-out' ? state.error : undefined
  const isSignedOut = state.status === 'signed-out' && state.byUser
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <header className={styles.head}>
          <SignInBrand />
          {title && <h1 className={styles.title}>{text(title)}</h1>}
          <p className={styles.lead}>
            {text(isSignedOut ? shellMessages.signedOutLead : shellMessages.signInLead, { organization: facts.organization })}
          </p>
        </header>
        {error && <ErrorPanel title={text(shellMessages.loginFailed)} message={error.message} />}
        <SignInCards />
      </div>
    </main>
  )
}

function SignInCards() {
  const text = useText()
  const { authProviders, session } = usePortal()
  const state = useObservable(session.state)
  const { data, error, refetch } = useQuery({
    queryKey: ['core', 'signInProviders'],
    queryFn: () => authProviders().signInProviders(),
    staleTime: Infinity,
  })
  const slow = useDelayed(!data)
  if (error) {
    return <ErrorPanel title={text(shellMessages.signInUnavailable)} message={error.message} onRetry={() => void refetch()} />
  }
  if (!data) return slow ? <SkeletonRows rows={2} /> : undefined
  if (data.length === 0) {
    return (
      <EmptyState
        size="small"
        icon={<IconLockQuestion size={24} aria-hidden />}
        title={text(shellMessages.signInNone)}
        action={
          <Button variant="default" onClick={() => window.location.reload()}>
            {text(shellMessages.reload)}
          </Button>
        }
      >
        {text(shellMessages.signInNoneText)}
      </EmptyState>
    )
  }
  return (
    <div className={styles.cards}>
      {data.map((provider, index) => (
        <ProviderCard key={provider.id} provider={provider} state={state} primary={index === 0} alone={data.length === 1} />
      ))}
    </div>
  )
}
