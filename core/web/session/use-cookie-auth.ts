import { useEffect, useState } from 'react'
import { alertApiRef, type Alerts } from '../alerts/alerts.ts'
import { useApi } from '../apis/use-api.ts'
import { discoveryApiRef } from '../discovery.ts'
import { fetchApiRef } from '../fetch.ts'
import { useObservable } from '../observable.ts'
import { createCookieRefresh, createCookieRoutes } from './cookie-refresh.ts'

/** Keeps the cookie of a plugin fresh while a component is on the screen: `useCookieAuth('techdocs').status`. */
export function useCookieAuth(pluginId: string) {
  const discovery = useApi(discoveryApiRef)
  const fetch = useApi(fetchApiRef)
  const alerts = useApi(alertApiRef)
  const [refresh] = useState(() =>
    createCookieRefresh({
      issue: createCookieRoutes({ pluginId, discovery, fetch }).issue,
      openChannel: () => ('BroadcastChannel' in window ? new BroadcastChannel(`portico.cookie.${pluginId}`) : undefined),
      onError: oneAtATime(alerts),
    }),
  )
  useEffect(() => refresh.start(), [refresh])
  return { ...useObservable(refresh.state), retry: refresh.retry }
}

/** An unavailable server would otherwise fill the bar: the next failure is reported once the last alert was closed. */
function oneAtATime(alerts: Alerts): (error: unknown) => void {
  let shown: string | undefined
  return error => {
    const message = error instanceof Error ? error.message : String(error)
    if (shown !== undefined && alerts.queue.get().some(alert => alert.message === shown)) return
    shown = message
    alerts.post({ message, severity: 'error' })
  }
}
