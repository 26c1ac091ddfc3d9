import { query, RequestErrorPanel, useQuery, useQueryCache, useSignal, useText } from '@portico/core/web'
import { notificationsApi, notificationsChannel } from '@portico/notifications/common'
import { Button, EmptyState, OffsetPager, Page, PageHeader, SearchField, SkeletonRows } from '@portico/ui'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import { TellingTabs } from '../approvals/TellingTabs.tsx'
import { notificationsMessages } from '../messages.ts'
import { pageMessages } from '../page-messages.ts'
import { AnnouncementArea } from '../parts/AnnouncementArea.tsx'
import { NewAnnouncement } from '../parts/NewAnnouncement.tsx'
import { NotificationFilters } from '../parts/NotificationFilters.tsx'
import { NotificationList } from '../parts/NotificationList.tsx'
import styles from '../parts/Notifications.module.css'
import { isFiltered, pageSizes, toListQuery, useListState, type ListState } from '../parts/use-list-state.ts'

const searchDelayMs = 250

/** What the user was told: newest first, filtered, and marked alone or together. */
export default function NotificationsPage() {
  const text = useText()
  const cache = useQueryCache()
  const { state, change } = useListState()
  const readAgain = () => void cache.invalidate(notificationsApi.listNotifications)
  useSignal(notificationsChannel, { onMessage: readAgain, onGap: readAgain })
  return (
    <Page>
      <PageHeader
        title={text(notificationsMessages.notifications)}
        tabs={<TellingTabs selected="notifications" />}
        actions={
          <div className={styles.tools}>
            <NewAnnouncement />
            <div className={styles.search}>
              <SearchField
                value={state.search}
                onChange={search => change({ search })}
                delayMs={searchDelayMs}
                label={text(pageMessages.search)}
              />
            </div>
          </div>
        }
      />
      <AnnouncementArea />
      <div className={styles.body}>
        <aside className={styles.side} aria-label={text(pageMessages.show)}>
          <NotificationFilters state={state} onChange={change} />
        </aside>
        <section className={styles.main} aria-label={text(pageMessages.list)}>
          <Found state={state} onChange={change} />
        </section>
      </div>
    </Page>
  )
}

function Found({ state, onChange }: { state: ListState; onChange: (part: Partial<ListState>) => void }) {
  const text = useText()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...query(notificationsApi.listNotifications, { query: toListQuery(state) }),
    placeholderData: before => before,
  })
  if (error) {
    return (
      <div className={styles.failure}>
        <RequestErrorPanel error={error} title={text(pageMessages.failed)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data) return <SkeletonRows rows={6} />
  if (data.notifications.length === 0 && !isPlaceholderData) return <Nothing state={state} onChange={onChange} />
  return (
    <>
      <NotificationList notifications={data.notifications} isOld={isPlaceholderData} />
      {data.totalCount > pageSizes[0]! && (
        <OffsetPager offset={state.offset} limit={state.limit} count={data.totalCount} sizes={pageSizes} onChange={onChange} />
      )}
    </>
  )
}

function Nothing({ state, onChange }: { state: ListState; onChange: (part: Partial<ListState>) => void }) {
  const text = useText()
  const icon = <IconBell size={32} stroke={1.5} aria-hidden />
  if (isFiltered(state) || state.offset > 0) {
    const clear = () => onChange({ severity: undefined, topic: undefined, search: '', offset: 0 })
    return (
      <EmptyState
        icon={icon}
        title={text(pageMessages.nothingFound)}
        action={
          <Button variant="default" onClick={clear}>
            {text(pageMessages.clearFilters)}
          </Button>
        }
      />
    )
  }
  if (state.view === 'all')
    return (
      <EmptyState icon={icon} title={text(pageMessages.nothing)}>
        {text(pageMessages.nothingText)}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={icon}
      title={text(state.view === 'unread' ? pageMessages.nothingUnread : pageMessages.nothing)}
      action={
        <Button variant="default" onClick={() => onChange({ view: 'all' })}>
          {text(pageMessages.showAll)}
        </Button>
      }
    />
  )
}
