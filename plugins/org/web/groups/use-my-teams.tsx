import { parseEntityRef, stringifyEntityRef } from '@portico/catalog/common'
import { entityRoute, presentationApiRef, presentEntity } from '@portico/catalog/web'
import { useApi, useIdentity, useObservable, useRouteRef, type SidebarLink } from '@portico/core/web'
import { Avatar } from '@portico/ui'
import { useMemo } from 'react'
import { profileOf } from './profile.ts'

const maxTeams = 50

/** The groups of the signed-in user, for the sidebar. Their refs are known at once; their names are loaded with those that the page shows. */
export function useMyTeams(): readonly SidebarLink[] {
  const { ownershipEntityRefs } = useIdentity()
  const presentations = useApi(presentationApiRef)
  const toEntity = useRouteRef(entityRoute)
  const refs = useMemo(() => ownershipEntityRefs.filter(ref => /^group:[^/]+\/./i.test(ref)).slice(0, maxTeams), [ownershipEntityRefs])
  const groups = useObservable(
    useMemo(() => presentations.entities(refs.map(ref => stringifyEntityRef(parseEntityRef(ref)))), [presentations, refs]),
  )
  const links = refs.flatMap((ref, index) => {
    const entity = groups[index]
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
