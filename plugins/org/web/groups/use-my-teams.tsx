import { catalogApi, parseEntityRef } from '@portico/catalog/common'
import { entityRoute, presentEntity } from '@portico/catalog/web'
import { query, useIdentity, useQuery, useRouteRef, type SidebarLink } from '@portico/core/web'
import { Avatar } from '@portico/ui'
import { profileOf } from './profile.ts'

const freshMs = 5 * 60_000
const maxTeams = 50

/** The groups of the signed-in user, for the sidebar. Their refs are known at once; their names are loaded. */
export function useMyTeams(): readonly SidebarLink[] {
  const { ownershipEntityRefs } = useIdentity()
  const toEntity = useRouteRef(entityRoute)
  const entityRefs = ownershipEntityRefs.filter(ref => /^group:[^/]+\/./i.test(ref)).slice(0, maxTeams)
  const fields = ['kind', 'metadata.name', 'metadata.namespace', 'metadata.title', 'spec.profile']
  const { data } = useQuery({
    ...query(catalogApi.getEntitiesByRefs, { query: {}, body: { entityRefs, fields } }),
    enabled: entityRefs.length > 0,
    staleTime: freshMs,
  })
  const links = entityRefs.flatMap((ref, index) => {
    const entity = data?.items[index]
    // A group that a sign-in provider names need not be in the catalog.
    if (entity === null) return []
    const { name, picture } = entity
      ? profileOf(entity)
      : { name: presentEntity(ref, { defaultKind: 'group' }).primaryTitle, picture: undefined }
    const icon = <Avatar name={name} picture={picture} shape="square" size={20} decorative />
    return [{ label: name, to: toEntity({ ...parseEntityRef(ref) }), icon }]
  })
  return links.sort((a, b) => a.label.localeCompare(b.label))
}
