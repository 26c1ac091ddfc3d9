import { apiDocsApi } from '@portico/api-docs/common'
import { compoundRefOf, entityRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { ExtensionBoundary, query, RequestErrorPanel, useQuery, useSearchParams, useSlot, useText } from '@portico/core/web'
import { Content, EmptyState } from '@portico/ui'
import { useMemo } from 'react'
import { definitionViewers, type DefinitionViewerContext } from '../slots.ts'
import { DefinitionProvider } from './definition-context.tsx'
import { DefinitionFrame } from './DefinitionFrame.tsx'
import { DefinitionSkeleton } from './DefinitionSkeleton.tsx'
import { definitionMessages } from './messages.ts'

/** The definition of the API whose page this is. */
export function DefinitionTab() {
  return (
    <Content wide>
      <LoadedDefinition />
    </Content>
  )
}

function LoadedDefinition() {
  const text = useText()
  const entity = useEntity()
  const [search] = useSearchParams()
  const version = search.get('version') ?? undefined
  const { data, error, refetch } = useQuery(
    query(apiDocsApi.getOutline, { params: { ...compoundRefOf(entity) }, query: version === undefined ? {} : { version } }),
  )
  if (error?.code === 'api-docs.no-definition')
    return <EmptyState title={text(definitionMessages.none)}>{text(definitionMessages.noneHint)}</EmptyState>
  if (error && !data) return <RequestErrorPanel error={error} title={text(definitionMessages.loadFailed)} onRetry={() => void refetch()} />
  if (!data) return <DefinitionSkeleton />
  return (
    <DefinitionProvider entityRef={entityRefOf(entity)} outline={data} version={version}>
      <Viewer entity={entity} outline={data} />
    </DefinitionProvider>
  )
}

/** The viewer that is for this definition: one of another plugin, or the portal's own. */
function Viewer({ entity, outline }: DefinitionViewerContext) {
  const context = useMemo(() => ({ entity, outline }), [entity, outline])
  const [other] = useSlot(definitionViewers, { context })
  if (!other) return <DefinitionFrame />
  return (
    <ExtensionBoundary extension={other}>
      <other.item.View entity={entity} outline={outline} />
    </ExtensionBoundary>
  )
}
