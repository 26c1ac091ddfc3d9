import { toEntityParams } from '@portico/catalog/common'
import { useLocation, useNavigate, useParams, useRouteRef } from '@portico/core/web'
import { useEffect } from 'react'
import { EntitySkeleton } from '../entity/EntitySkeleton.tsx'
import { entityRoute } from '../routes.ts'

/** An address without a namespace means the default one: redirects to the entity's own address. */
export default function ShortEntityPage() {
  const params = toEntityParams(useParams())
  const target = useRouteRef(entityRoute)({ ...params })
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => void navigate(`${target}${search}${hash}`, { replace: true }), [navigate, target, search, hash])
  return <EntitySkeleton params={params} />
}
