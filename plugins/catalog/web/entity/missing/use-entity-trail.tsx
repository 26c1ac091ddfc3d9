import type { CompoundEntityRef } from '@portico/catalog/common'
import { useRouteRef, useText } from '@portico/core/web'
import { Breadcrumbs } from '@portico/ui'
import { catalogIndexRoute } from '../../routes.ts'
import { entityMessages } from '../messages.ts'

/** The trail of an entity of which only the ref is known. */
export function useEntityTrail({ name }: CompoundEntityRef) {
  const text = useText()
  const toIndex = useRouteRef(catalogIndexRoute)
  return <Breadcrumbs items={[{ title: text(entityMessages.catalog), to: toIndex() }, { title: name }]} />
}
