import { dialogApiRef, query, RequestErrorPanel, useApi, useCall, useQuery, useText } from '@portico/core/web'
import { Button, Code, Content, DataTable, EmptyState, InfoCard, RelativeTime, SkeletonRows, Status, useDate } from '@portico/ui'
import { userSettingsApi, type AccessToken } from '@portico/user-settings/common'
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { settingsMessages } from '../messages.ts'
import styles from './AccessTokensTab.module.css'
import { NewTokenDialog } from './NewTokenDialog.tsx'

/** The tokens with which the user's own programs use the portal. */
export function AccessTokensTab() {
  const text = useText()
  const { data, error, refetch } = useQuery(query(userSettingsApi.listAccessTokens))
  const [isMaking, setMaking] = useState(false)
  if (error) {
    return (
      <Content>
        <RequestErrorPanel error={error} title={text(settingsMessages.tokensFailed)} onRetry={() => void refetch()} />
      </Content>
    )
  }
  const make = data?.mayCreate !== false && (
    <Button
      size="xs"
      className={styles.make ?? ''}
      leftSection={<IconPlus size={14} aria-hidden />}
      disabled={!data}
      onClick={() => setMaking(true)}
    >
      {text(settingsMessages.newToken)}
    </Button>
  )
  return (
    <Content>
      {data?.items.length === 0 ? (
        <EmptyState icon={<IconKey size={32} stroke={1.5} aria-hidden />} title={text(settingsMessages.noTokens)} action={make}>
          {text(data.mayCreate ? settingsMessages.tokensText : settingsMessages.guestTokens)}
        </EmptyState>
      ) : (
        <div className={styles.wide}>
          <InfoCard title={text(settingsMessages.accessTokens)} subtitle={text(settingsMessages.tokensText)} action={make} flush>
            {data ? <TokenTable tokens={data.items} /> : <SkeletonRows rows={4} />}
          </InfoCard>
        </div>
      )}
      {data && <NewTokenDialog open={isMaking} onClose={() => setMaking(false)} plugins={data.plugins} maxDays={data.maxDays} />}
    </Content>
  )
}

function TokenTable({ tokens }: { tokens: readonly AccessToken[] }) {
  const text = useText()
  return (
    <DataTable
      label={text(settingsMessages.accessTokens)}
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        { title: text(settingsMessages.tokenName), cell: token => <TokenName token={token} /> },
        { title: text(settingsMessages.tokenAccess), cell: token => <Scope token={token} /> },
        {
          title: text(settingsMessages.lastUsed),
          cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? text(settingsMessages.neverUsed) : <RelativeTime at={lastUsedAt} />),
        },
        { title: text(settingsMessages.expires), cell: ({ expiresAt }) => <Expiry at={expiresAt} /> },
      ]}
      actions={token => <RevokeButton token={token} />}
    />
  )
}

function TokenName({ token: { name, hint } }: { token: AccessToken }) {
  return (
    <span className={styles.name}>
      {name} <Code>{`…${hint}`}</Code>
    </span>
  )
}

function Scope({ token: { scope } }: { token: AccessToken }) {
  const text = useText()
  const access = text(scope.access === 'read' ? settingsMessages.readOnly : settingsMessages.fullAccess)
  return `${access}, ${scope.plugins?.join(', ') ?? text(settingsMessages.allPlugins)}`
}

function Expiry({ at }: { at: string }) {
  const text = useText()
  const [now] = useState(Date.now)
  const date = useDate()
  return Date.parse(at) <= now ? <Status kind="aborted">{text(settingsMessages.expired)}</Status> : date(at, { dateStyle: 'medium' })
}

function RevokeButton({ token: { id, name } }: { token: AccessToken }) {
  const text = useText()
  const dialogs = useApi(dialogApiRef)
  const revoke = useCall(userSettingsApi.deleteAccessToken)
  const ask = () =>
    dialogs.confirm({
      title: text(settingsMessages.revokeToken, { name }),
      message: text(settingsMessages.revokeText, { name }),
      confirm: settingsMessages.revoke,
      destructive: true,
      run: async () => void (await revoke.mutateAsync({ params: { id } })),
    })
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      aria-label={text(settingsMessages.revokeToken, { name })}
      onClick={() => void ask()}
    >
      {text(settingsMessages.revoke)}
    </Button>
  )
}
