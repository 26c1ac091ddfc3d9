import { severities } from '@portico/notifications/common'
import type { NotificationDraft } from '../notification-extensions.ts'
import type { ChannelFilter } from './config.ts'

/** Whether a channel carries a notification. */
export function passes(
  { minSeverity = 'low', maxSeverity = 'critical', excludedTopics }: ChannelFilter,
  { payload }: NotificationDraft,
): boolean {
  const rank = severities.indexOf(payload.severity)
  if (rank > severities.indexOf(minSeverity) || rank < severities.indexOf(maxSeverity)) return false
  return payload.topic === undefined || !excludedTopics.includes(payload.topic)
}
