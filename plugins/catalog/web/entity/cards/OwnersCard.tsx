import { catalogApi, ownersOf, tryParseEntityRef, type Entity } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { InfoCard, Link, Status } from '@portico/ui'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import { useEntity } from '../../entity-context.tsx'
import { EntityLink } from '../../parts/EntityLink.tsx'
import { specText } from '../entity-values.ts'
import { entityMessages } from '../messages.ts'
import { LinkList } from './LinkList.tsx'
import styles from './OwnersCard.module.css'

const maxOwners = 5
const fields = ['kind', 'metadata', 'spec.type', 'spec.profile']

/** The owners, and how to reach them. */
export function OwnersCard() {
  const text = useText()
  const refs = ownersOf(useEntity()).slice(0, maxOwners)
  const { data } = useQuery(query(catalogApi.getEntitiesByRefs, { body: { entityRefs: refs, fields } }))
  return (
    <InfoCard title={text(entityMessages.ownership)}>
      <ul className={styles.owners}>
        {refs.map((ref, index) => (
          <li key={ref}>
            <Owner owner={data?.items[index] ?? toStub(ref)} isMissing={data !== undefined && !data.items[index]} />
          </li>
        ))}
      </ul>
    </InfoCard>
  )
}

function Owner({ owner, isMissing }: { owner: Entity | string; isMissing: boolean }) {
  const text = useText()
  if (typeof owner === 'string') return owner
  const { email } = (owner.spec?.['profile'] ?? {}) as { email?: unknown }
  const type = specText(owner, 'type')
  return (
    <>
      <div className={styles.name}>
        <EntityLink entity={owner} defaultKind={owner.kind} />
        {type !== undefined && <span className={styles.quiet}>{type}</span>}
        {isMissing && <Status kind="warning">{text(entityMessages.notInCatalog)}</Status>}
      </div>
      {typeof email === 'string' && email.includes('@') && (
        <div className={styles.contact}>
          <IconMail size={16} aria-hidden />
          <Link to={`mailto:${email}`}>{email}</Link>
        </div>
      )}
      <LinkList links={(owner.metadata.links ?? []).slice(0, 4)} />
    </>
  )
}

function toStub(ref: string): Entity | string {
  const parts = tryParseEntityRef(ref)
  return parts ? { apiVersion: '', kind: parts.kind, metadata: { name: parts.name, namespace: parts.namespace } } : ref
}
