import {
  authProvidersApiRef,
  errorApiRef,
  RequestErrorPanel,
  useApi,
  useObservable,
  useQuery,
  useText,
  type AuthProvider,
} from '@portico/core/web'
import { Button, Content, EmptyState, InfoCard, SkeletonRows, Status } from '@portico/ui'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import { useState } from 'react'
import { settingsMessages } from '../messages.ts'
import styles from './rows.module.css'

/** The accounts elsewhere that plugins use for the user. */
export function AuthProvidersTab() {
  const text = useText()
  const api = useApi(authProvidersApiRef)
  const { data: providers, error, refetch } = useQuery({ queryKey: ['user-settings', 'providers'], queryFn: () => api.list() })
  if (error) {
    return (
      <Content>
        <RequestErrorPanel error={error} title={text(settingsMessages.providersFailed)} onRetry={() => void refetch()} />
      </Content>
    )
  }
  if (providers?.length === 0) {
    return (
      <Content>
        <EmptyState icon={<IconPlugConnected size={32} stroke={1.5} aria-hidden />} title={text(settingsMessages.noProviders)}>
          {text(settingsMessages.noProvidersText)}
        </EmptyState>
      </Content>
    )
  }
  return (
    <Content>
      <div className={styles.narrow}>
        <InfoCard title={text(settingsMessages.availableProviders)} subtitle={text(settingsMessages.providersText)} flush>
          {providers ? (
            <ul className={styles.rows}>
              {providers.map(provider => (
                <ProviderRow key={provider.id} provider={provider} />
              ))}
            </ul>
          ) : (
            <SkeletonRows rows={4} />
          )}
        </InfoCard>
      </div>
    </Content>
  )
}

function ProviderRow({ provider: { id, title, icon: Icon, api } }: { provider: AuthProvider }) {
  const text = useText()
  const { post } = useApi(errorApiRef)
  const isIn = useObservable(api.sessionState) === 'signed-in'
  // Asked silently, and again when the state changes: a user who already has a session with the provider is signed in.
  const { data: profile } = useQuery({
    queryKey: ['user-settings', 'provider-profile', id, isIn],
    queryFn: async () => (await api.getProfile({ optional: true })) ?? null,
    retry: false,
  })
  const [busy, setBusy] = useState(false)
  const name = text(title)
  async function toggle() {
    setBusy(true)
    try {
      await (isIn ? api.signOut() : api.signIn())
    } catch (error) {
      post(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.row}>
      <span className={styles.icon} aria-hidden>
        <Icon size={20} />
      </span>
      <div className={styles.words}>
        <span className={styles.title}>{name}</span>
        <span className={styles.note}>{isIn ? (profile?.email ?? profile?.displayName) : text(settingsMessages.signedOut)}</span>
      </div>
      {isIn && <Status kind="ok">{text(settingsMessages.signedIn)}</Status>}
      <Button
        variant="default"
        size="xs"
        className={styles.button ?? ''}
        loading={busy}
        aria-label={text(isIn ? settingsMessages.signOutOf : settingsMessages.signInTo, { provider: name })}
        onClick={() => void toggle()}
      >
        {text(isIn ? settingsMessages.signOut : settingsMessages.signIn)}
      </Button>
    </li>
  )
}
