import { catalogApi, entityTitle } from '@portico/catalog/common'
import { Link, useClient, useQuery, useRouteRef, useText } from '@portico/core/web'
import { ErrorPanel, InfoCard } from '@portico/ui'
import { settingsMessages } from '../messages.ts'
import { catalogEntityRoute } from '../routes.ts'
import styles from './IdentityCard.module.css'
import { useUserProfile } from './use-user-profile.ts'

/** Who the user is to the portal: their entity, and the entities whose things count as theirs. */
export function IdentityCard() {
  const text = useText()
  const { identity, error } = useUserProfile()
  return (
    <InfoCard title={text(settingsMessages.identity)}>
      {error ? (
        <ErrorPanel title={text(settingsMessages.identityFailedTitle)} message={error.message} />
      ) : identity?.userEntityRef ? (
        <Refs userEntityRef={identity.userEntityRef} ownershipEntityRefs={identity.ownershipEntityRefs} />
      ) : (
        <ErrorPanel title={text(settingsMessages.noUserEntityRef)} />
      )}
    </InfoCard>
  )
}

function Refs({ userEntityRef, ownershipEntityRefs }: { userEntityRef: string; ownershipEntityRefs: readonly string[] }) {
  const text = useText()
  return (
    <dl className={styles.facts}>
      <dt>{text(settingsMessages.userEntity)}</dt>
      <dd>
        <UserEntity entityRef={userEntityRef} />
      </dd>
      <dt>{text(settingsMessages.ownershipEntities)}</dt>
      <dd>
        <ul className={styles.refs}>
          {ownershipEntityRefs.map(ref => (
            <li key={ref}>
              <RefLink entityRef={ref} />
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  )
}

/** The user's entity by its title in the catalog, or by its ref when it is not in the catalog. */
function UserEntity({ entityRef }: { entityRef: string }) {
  const text = useText()
  const title = useUserTitle(entityRef)
  if (!title) {
    return (
      <>
        <span className={styles.ref}>{entityRef}</span>
        {title === null && <span className={styles.note}>{text(settingsMessages.notInCatalog)}</span>}
      </>
    )
  }
  return (
    <>
      <RefLink entityRef={entityRef}>{title}</RefLink>
      <span className={styles.note}>{entityRef}</span>
    </>
  )
}

function RefLink({ entityRef, children = entityRef }: { entityRef: string; children?: string }) {
  const toEntity = useRouteRef(catalogEntityRoute)
  const params = partsOf(entityRef)
  if (!toEntity || !params) return <span className={styles.ref}>{children}</span>
  return (
    <Link to={toEntity(params)} className={styles.ref}>
      {children}
    </Link>
  )
}

/** The parts of `kind:namespace/name`; undefined when it is not written in full. */
function partsOf(ref: string): { readonly kind: string; readonly namespace: string; readonly name: string } | undefined {
  const [, kind, namespace, name] = /^([^:/\s]+):([^:/\s]+)\/([^:/\s]+)$/.exec(ref) ?? []
  return kind !== undefined && namespace !== undefined && name !== undefined ? { kind, namespace, name } : undefined
}

/** The title of a user in the catalog: `null` when it does not have them, or the portal has no catalog; undefined while loading. */
function useUserTitle(ref: string): string | null | undefined {
  const client = useClient()
  const params = partsOf(ref)
  const { data } = useQuery({
    queryKey: ['user-settings', 'user-title', ref],
    enabled: params !== undefined,
    queryFn: async ({ signal }) => {
      const entity = params && (await client.callOptional(catalogApi.getEntityByName, { params }, { signal }))
      return entity ? entityTitle(entity) : null
    },
  })
  return data
}
