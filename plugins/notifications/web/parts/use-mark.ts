import { alertApiRef, useApi, useCall, useText } from '@portico/core/web'
import { notificationsApi } from '@portico/notifications/common'
import { pageMessages } from '../page-messages.ts'

export interface Mark {
  readonly read?: boolean
  readonly saved?: boolean
}

/** Marks notifications; a failure is told. */
export function useMark() {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const { mutate, isPending } = useCall(notificationsApi.updateNotifications)
  const mark = (ids: readonly string[], change: Mark) =>
    mutate(
      { body: { ids: [...ids], ...change } },
      { onError: error => alerts.post({ message: text(pageMessages.changeFailed, { error: error.message }), severity: 'error' }) },
    )
  return { mark, isPending }
}
