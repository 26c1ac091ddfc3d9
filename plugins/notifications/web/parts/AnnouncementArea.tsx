import { query, useQuery } from '@portico/core/web'
import { notificationsApi } from '@portico/notifications/common'
import { AnnouncementList } from './Announcements.tsx'
import styles from './Announcements.module.css'

/** Above the notifications: what the user has not confirmed yet; to those who manage announcements all of them. */
export function AnnouncementArea() {
  const { data } = useQuery(query(notificationsApi.listAnnouncements))
  const items = data?.items.filter(({ acknowledged }) => data.mayManage || !acknowledged) ?? []
  if (items.length === 0) return undefined
  return (
    <div className={styles.box}>
      <AnnouncementList items={items} mayManage={data?.mayManage === true} />
    </div>
  )
}
