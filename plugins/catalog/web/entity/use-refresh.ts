import { catalogApi, entityRefOf, parseEntityRef, type Entity } from '@portico/catalog/common'
import { alertApiRef, errorApiRef, pause, useApi, useClient, useQueryCache, useText } from '@portico/core/web'
import { useEffect, useRef, useState } from 'react'
import { entityMessages } from './messages.ts'

const lookEveryMs = 1000
const waitOptions = 30

/** Has an entity read again, waits until that has happened, and shows the result. */
export function useRefresh(entity: Entity) {
  const text = useText()
  const client = useClient()
  const cache = useQueryCache()
  const alerts = useApi(alertApiRef)
  const errors = useApi(errorApiRef)
  const [isRunning, setRunning] = useState(false)
  const left = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    left.current = controller
    return () => controller.abort()
  }, [])

  const params = { ...parseEntityRef(entityRefOf(entity)) }
  // A failed status request says nothing about the read.
  const look = () => client.call(catalogApi.explainEntity, { params }).catch(() => undefined)

  /** True once the source was read after the request; false after the timeout. */
  async function waitForRead(before: string, signal: AbortSignal): Promise<boolean> {
    for (let tries = 0; tries < waitOptions && !signal.aborted; tries++) {
      const { lastRead, isBeingRead = false } = (await look()) ?? {}
      if (lastRead && lastRead.at > before && !isBeingRead) return true
      await pause(lookEveryMs, signal)
    }
    return false
  }

  async function run(): Promise<void> {
    const { signal } = left.current
    setRunning(true)
    try {
      const before = (await look())?.lastRead?.at ?? ''
      await client.call(catalogApi.refreshEntity, { body: { entityRef: entityRefOf(entity) } })
      const isRead = await waitForRead(before, signal)
      if (signal.aborted) return
      await cache.invalidate(catalogApi.getEntityByName)
      const message = text(isRead ? entityMessages.refreshed : entityMessages.refreshScheduled)
      alerts.post({ message, severity: isRead ? 'success' : 'info', display: 'transient' })
    } catch (error) {
      if (!signal.aborted) errors.post(error)
    } finally {
      if (!signal.aborted) setRunning(false)
    }
  }

  return { run, isRunning }
}
