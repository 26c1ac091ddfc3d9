import { entityRefOf, compoundRefOf } from '@portico/catalog/common'
import { entityRoute, useEntity } from '@portico/catalog/web'
import { useParams, useRouteRef } from '@portico/core/web'
import { docsOf } from '@portico/techdocs/common'
import { DocsReader } from '../reader/DocsReader.tsx'
import { ReaderFrame } from '../reader/ReaderFrame.tsx'

/** The docs of an entity as a tab of its page. */
export function EntityDocs() {
  const entity = useEntity()
  const toEntity = useRouteRef(entityRoute)
  const rest = (useParams()['*'] ?? '').replace(/^docs\/?/, '')
  const { kind, namespace, name } = compoundRefOf(entity)
  const shown = docsOf(entity, entityRefOf(entity))
  const base = `${toEntity({ kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name })}/docs`
  return (
    <ReaderFrame>
      <DocsReader entityRef={shown.ref} base={base} path={rest === '' ? shown.path : rest} />
    </ReaderFrame>
  )
}
