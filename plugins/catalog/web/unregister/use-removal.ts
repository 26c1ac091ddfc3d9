import { catalogApi, entityTitle, type Entity, type Location } from '@portico/catalog/common'
import { alertApiRef, errorApiRef, useApi, useClient, useNavigate, useQueryCache, useRouteRef, useText } from '@portico/core/web'
import { useState } from 'react'
import { entityMessages } from '../entity/messages.ts'
import { catalogIndexRoute, unregisterRedirectRoute } from '../routes.ts'

/** Removes an entity or its location, reports it, and leaves its page. While it works, `isBusy`. */
export function useRemoval(entity: Entity) {
  const text = useText()
  const client = useClient()
  const cache = useQueryCache()
  const alerts = useApi(alertApiRef)
  const errors = useApi(errorApiRef)
  const navigate = useNavigate()
  const toIndex = useRouteRef(catalogIndexRoute)
  const toRedirect = useRouteRef(unregisterRedirectRoute)
  const [isBusy, setBusy] = useState(false)

  async function remove(work: () => Promise<unknown>, message: string): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      errors.post(error)
      setBusy(false)
      return
    }
    alerts.post({ message, display: 'transient' })
    // The page is left before it would notice that its entity is gone.
    await navigate((toRedirect ?? toIndex)())
    await cache.invalidate(catalogApi.deleteLocation)
  }

  return {
    isBusy,
    deleteEntity: () =>
      remove(
        () => client.call(catalogApi.deleteEntityByUid, { params: { uid: entity.metadata.uid ?? '' } }),
        text(entityMessages.removedEntity, { entityName: entityTitle(entity) }),
      ),
    unregister: ({ id, target }: Location) =>
      remove(() => client.call(catalogApi.deleteLocation, { params: { id } }), text(entityMessages.removedLocation, { target })),
  }
}
