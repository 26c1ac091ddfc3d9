import { FlatRoutes, useParams, useSlot, useText } from '@portico/core/web'
import { Content, EmptyState, InfoCard, Page, PageHeader, SkeletonRows, Stack } from '@portico/ui'
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs'
import { approvalMessages } from '../approvals/messages.ts'
import { TellingTabs } from '../approvals/TellingTabs.tsx'
import { useApprovals } from '../approvals/use-approvals.ts'
import { SourceCard } from '../approvals/WaitingForYou.tsx'
import styles from '../approvals/WaitingForYou.module.css'
import { notificationsMessages } from '../messages.ts'
import { approvalSources } from '../slots.ts'

const routes = [
  { path: '/', element: <ApprovalsPage /> },
  { path: '/:plugin/:id', element: <ApprovalPage /> },
]

/** Everything that waits for the user, whoever asks, and each of it by itself. */
export default function ApprovalRoutes() {
  return <FlatRoutes routes={routes} />
}

function ApprovalsPage() {
  const text = useText()
  const sources = useApprovals()
  const isLoading = sources.some(({ found, error }) => !found && !error)
  const isEmpty = sources.every(({ found }) => found?.length === 0)
  return (
    <Page>
      <PageHeader
        title={text(notificationsMessages.approvals)}
        subtitle={text(approvalMessages.subtitle)}
        tabs={<TellingTabs selected="approvals" />}
      />
      <Content>
        <Stack>
          {sources.map(source => (
            <SourceCard key={source.id} source={source} title={text(source.item.title)} />
          ))}
          {isLoading && <SkeletonRows rows={4} />}
          {isEmpty && (
            <EmptyState icon={<IconChecks size={32} stroke={1.5} aria-hidden />} title={text(approvalMessages.nothing)}>
              {text(approvalMessages.nothingText)}
            </EmptyState>
          )}
        </Stack>
      </Content>
    </Page>
  )
}

/** Where a notification leads to: it stays there after the decision, and says how that ended. */
function ApprovalPage() {
  const text = useText()
  const { plugin = '', id = '' } = useParams()
  const source = useSlot(approvalSources).find(each => each.id === plugin)?.item
  return (
    <Page>
      <PageHeader title={text(notificationsMessages.approvals)} tabs={<TellingTabs selected="approvals" />} />
      <Content>
        <div className={styles.one}>
          {source ? (
            <InfoCard title={text(source.title)}>
              <source.View id={id} />
            </InfoCard>
          ) : (
            <EmptyState icon={<IconChecks size={32} stroke={1.5} aria-hidden />} title={text(approvalMessages.nothing)} />
          )}
        </div>
      </Content>
    </Page>
  )
}
