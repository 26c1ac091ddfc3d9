import { catalogApi, compoundRefOf, entityRefOf, type Entity, type EntityStatusItem } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { WarningPanel } from '@portico/ui'
import { useEntity } from '../../entity-context.tsx'
import { EntityLink } from '../../parts/EntityLink.tsx'
import { entityMessages } from '../messages.ts'
import styles from './NoticeArea.module.css'

/** What went wrong when the entity itself was processed. */
export function OwnErrors() {
  const text = useText()
  const errors = errorsOf(useEntity())
  if (errors.length === 0) return undefined
  return (
    <WarningPanel severity="error" title={text(entityMessages.ownErrors)}>
      <Problems errors={errors} />
    </WarningPanel>
  )
}

/** Processing errors of ancestors: they may be the reason why this entity is stale. */
export function AncestorErrors() {
  const text = useText()
  const entity = useEntity()
  const { data } = useQuery(query(catalogApi.getEntityAncestry, { params: { ...compoundRefOf(entity) } }))
  const ref = entityRefOf(entity)
  const failed = (data?.items ?? [])
    .filter(item => entityRefOf(item.entity) !== ref)
    .map(item => ({ ancestor: item.entity, errors: errorsOf(item.entity) }))
    .filter(({ errors }) => errors.length > 0)
  return failed.map(({ ancestor, errors }) => (
    <WarningPanel
      key={entityRefOf(ancestor)}
      severity="error"
      title={
        <>
          {text(entityMessages.ancestorErrors)} <EntityLink entity={ancestor} />
        </>
      }
    >
      <Problems errors={errors} />
    </WarningPanel>
  ))
}

function Problems({ errors }: { errors: readonly EntityStatusItem[] }) {
  return (
    <ul className={styles.problems}>
      {errors.map(({ error, message, type }, index) => (
        <li key={index} className={styles.problem} dir="auto">
          <span className={styles.name}>{error?.name ?? type}</span>
          {error?.message ?? message}
        </li>
      ))}
    </ul>
  )
}

function errorsOf(entity: Entity): EntityStatusItem[] {
  return (entity.status?.items ?? []).filter(({ level }) => level === 'error')
}
