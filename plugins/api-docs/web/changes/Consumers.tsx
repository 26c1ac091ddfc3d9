import { catalogApi, relationTargets } from '@portico/catalog/common'
import { EntityLink, useEntity } from '@portico/catalog/web'
import { query, useQuery, useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import styles from './Changes.module.css'
import { changesMessages } from './messages.ts'

const maxShown = 10
const maxRead = 100
const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'relations.ownedBy']

/** Who consumes this API, with who owns them. Those that the reader may not read are not there. */
export function Consumers() {
  const text = useText()
  const number = useNumber()
  const entityRefs = relationTargets(useEntity(), 'apiConsumedBy').slice(0, maxRead)
  const { data } = useQuery({
    ...query(catalogApi.getEntitiesByRefs, { query: {}, body: { entityRefs, fields } }),
    enabled: entityRefs.length > 0,
  })
  const found = (data?.items ?? []).filter(entity => entity !== null)
  if (entityRefs.length === 0 || (data && found.length === 0)) return <p className={styles.quiet}>{text(changesMessages.noConsumers)}</p>
  const rest = found.length - maxShown
  return (
    <section className={styles.consumers} aria-label={text(changesMessages.consumers, { count: number(entityRefs.length) })}>
      <h3 className={styles.title}>{text(changesMessages.consumers, { count: number(data ? found.length : entityRefs.length) })}</h3>
      <ul className={styles.consumerList}>
        {found.slice(0, maxShown).map(entity => {
          const owners = relationTargets(entity, 'ownedBy')
          return (
            <li key={`${entity.kind} ${entity.metadata.namespace} ${entity.metadata.name}`} className={styles.consumer}>
              <EntityLink entity={entity} />
              {owners.slice(0, 2).map(owner => (
                <span key={owner} className={styles.quiet}>
                  <EntityLink entity={owner} />
                </span>
              ))}
            </li>
          )
        })}
        {rest > 0 && <li className={styles.quiet}>{text(changesMessages.more, { count: number(rest) })}</li>}
      </ul>
    </section>
  )
}
