import { changesCardConfig, compoundRefOf } from '@portico/catalog/common'
import { Link, useExtensionConfig, useRouteRef, useText } from '@portico/core/web'
import { InfoCard } from '@portico/ui'
import { useEntity } from '../../entity-context.tsx'
import { entityRoute } from '../../routes.ts'
import { ChangeLines } from '../history/ChangeLines.tsx'
import { entityMessages } from '../messages.ts'
import { useEntityPage } from '../page-context.tsx'

/** The last few changes of the entity. */
export function ChangesCard() {
  const text = useText()
  const entity = useEntity()
  const { asOf } = useEntityPage()
  const { limit } = useExtensionConfig(changesCardConfig)
  const toEntity = useRouteRef(entityRoute)
  const { kind, namespace, name } = compoundRefOf(entity)
  const params = { kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name }
  if (asOf !== undefined) return undefined
  return (
    <InfoCard
      title={text(entityMessages.recentChanges)}
      action={<Link to={`${toEntity(params)}/history`}>{text(entityMessages.allChanges)}</Link>}
    >
      <ChangeLines params={params} limit={limit} />
    </InfoCard>
  )
}
