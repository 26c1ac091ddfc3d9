import { alertApiRef, dialogApiRef, EmptyWidget, query, useApi, useCall, useQuery, useText } from '@portico/core/web'
import { notificationsApi, type Announcement } from '@portico/notifications/common'
import { ActionIcon, Button, RelativeTime, SkeletonRows } from '@portico/ui'
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { pageMessages } from '../page-messages.ts'
import styles from './Announcements.module.css'
import { SeverityIcon } from './SeverityIcon.tsx'

/** What operators tell everybody now, until the user has confirmed it, as a widget of the home page. */
export function AnnouncementsWidget() {
  const text = useText()
  const { data, error } = useQuery(query(notificationsApi.listAnnouncements))
  if (error) throw error
  if (!data) return <SkeletonRows rows={3} />
  const items = data.items.filter(({ isShown, acknowledged }) => isShown && !acknowledged)
  if (items.length === 0)
    return <EmptyWidget icon={<IconSpeakerphone size={24} stroke={1.5} aria-hidden />} title={text(pageMessages.noAnnouncements)} />
  return <AnnouncementList items={items} mayManage={false} />
}

/** Announcements with their texts, and what can be done with each. */
export function AnnouncementList({ items, mayManage }: { items: readonly Announcement[]; mayManage: boolean }) {
  return (
    <ul className={styles.list}>
      {items.map(item => (
        <AnnouncementItem key={item.id} item={item} mayManage={mayManage} />
      ))}
    </ul>
  )
}

function AnnouncementItem({ item, mayManage }: { item: Announcement; mayManage: boolean }) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const dialogs = useApi(dialogApiRef)
  const acknowledge = useCall(notificationsApi.acknowledgeAnnouncement)
  const remove = useCall(notificationsApi.removeAnnouncement)
  const onError = (error: Error) => alerts.post({ message: text(pageMessages.changeFailed, { error: error.message }), severity: 'error' })
  const input = { params: { id: item.id } }
  const askToRemove = () =>
    void dialogs.confirm({
      title: text(pageMessages.removeQuestion, { title: item.title }),
      message: text(pageMessages.removeText),
      confirm: pageMessages.removeAnnouncement,
      destructive: true,
      run: async () => void (await remove.mutateAsync(input)),
    })
  return (
    <li className={styles.item}>
      <SeverityIcon severity={item.severity} />
      <div className={styles.words}>
        <p className={styles.head}>
          <span className={styles.title}>{item.title}</span>
          {!item.isShown && (
            <span>
              {text(pageMessages.startsAt)} <RelativeTime at={item.starts} />
            </span>
          )}
          {item.ends !== null && (
            <span>
              {text(pageMessages.endsAt)} <RelativeTime at={item.ends} />
            </span>
          )}
        </p>
        {item.text !== '' && <p className={styles.text}>{item.text}</p>}
      </div>
      {item.isShown && !item.acknowledged && (
        <Button variant="default" size="compact-sm" loading={acknowledge.isPending} onClick={() => acknowledge.mutate(input, { onError })}>
          {text(pageMessages.acknowledge)}
        </Button>
      )}
      {mayManage && (
        <ActionIcon aria-label={text(pageMessages.removeAnnouncement)} title={text(pageMessages.removeAnnouncement)} onClick={askToRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
