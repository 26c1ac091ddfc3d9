import { catalogApi, entityTitle, type Entity } from '@portico/catalog/common'
import { isRecord } from '@portico/core/common'
import { Link, useClient, useQuery, useRouteRef, useText } from '@portico/core/web'
import { ErrorPanel, InfoCard } from '@portico/ui'
import { useMemo } from 'react'
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
  const titles = useTitles(ownershipEntityRefs)
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
              <RefLink entityRef={ref}>{titles?.get(ref) ?? ref}</RefLink>
              {titles?.has(ref) && <span className={styles.note}>{ref}</span>}
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

function RefLink({ entityRef, children }: { entityRef: string; children: string }) {
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

/** People and groups have a name for the screen in their profile. */
function titleOf(entity: Entity): string {
  const profile = entity.spec?.['profile']
  const shown = isRecord(profile) ? profile['displayName'] : undefined
  return entity.metadata.title ?? (typeof shown === 'string' && shown !== '' ? shown : entityTitle(entity))
}

/** The titles of the entities that the catalog has, by ref. */
function useTitles(refs: readonly string[]): ReadonlyMap<string, string> | undefined {
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['user-settings', 'titles', ...refs],
    queryFn: async ({ signal }) => {
      const body = { entityRefs: [...refs], fields: ['metadata.name', 'metadata.title', 'spec.profile.displayName'] }
      const found = await client.callOptional(catalogApi.getEntitiesByRefs, { body }, { signal })
      return refs
        .map((ref, at) => ({ ref, entity: found?.items[at] }))
        .flatMap(({ ref, entity }) => (entity ? [[ref, titleOf(entity)] as const] : []))
    },
  })
  return useMemo(() => data && new Map(data), [data])
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
      return entity ? titleOf(entity) : null
    },
  })
  return data
}
