import { useRouteRef, useText } from '@portico/core/web'
import { approvalPaths } from '@portico/notifications/common'
import { LinkTabs } from '@portico/ui'
import { notificationsMessages } from '../messages.ts'
import { notificationsRoute } from '../routes.ts'
import { approvalMessages } from './messages.ts'

/** What the user is told, and what waits for them, as tabs of a page header. */
export function TellingTabs({ selected }: { readonly selected: 'notifications' | 'approvals' }) {
  const text = useText()
  const toNotifications = useRouteRef(notificationsRoute)
  const tabs = [
    { id: 'notifications', to: toNotifications(), title: text(notificationsMessages.notifications) },
    { id: 'approvals', to: approvalPaths.list, title: text(notificationsMessages.approvals) },
  ]
  return <LinkTabs label={text(approvalMessages.tabs)} tabs={tabs} selected={tabs.findIndex(({ id }) => id === selected)} />
}
