import { apiDocsApi, type DefinitionVersion } from '@portico/api-docs/common'
import { compoundRefOf } from '@portico/catalog/common'
import { useEntity } from '@portico/catalog/web'
import { RequestErrorPanel, useClient, useQuery, useText } from '@portico/core/web'
import { Button, DiffViewer, downloadFile, EmptyState, SkeletonRows } from '@portico/ui'
import { changesMessages } from './messages.ts'

/** Larger texts are compared by other programs. */
const maxLength = 1_000_000

/** The texts of two versions, line by line. */
export function TextDiff({ from, to }: { readonly from: DefinitionVersion; readonly to: DefinitionVersion }) {
  const text = useText()
  const old = useVersionText(from)
  const fresh = useVersionText(to)
  const error = old.error ?? fresh.error
  if (error) {
    const retry = () => void Promise.all([old.refetch(), fresh.refetch()])
    return <RequestErrorPanel error={error} title={text(changesMessages.textsFailed)} onRetry={retry} />
  }
  if (old.data === undefined || fresh.data === undefined) return <SkeletonRows rows={16} />
  const [before, after] = [old.data, fresh.data]
  if (before.length + after.length <= maxLength) return <DiffViewer label={text(changesMessages.textDiff)} before={before} after={after} />
  return (
    <EmptyState title={text(changesMessages.textsTooLarge)}>
      <Button variant="default" size="xs" onClick={() => downloadFile('older.txt', [before], 'text/plain')}>
        {text(changesMessages.downloadOld)}
      </Button>{' '}
      <Button variant="default" size="xs" onClick={() => downloadFile('newer.txt', [after], 'text/plain')}>
        {text(changesMessages.downloadNew)}
      </Button>
    </EmptyState>
  )
}

function useVersionText({ id }: DefinitionVersion) {
  const client = useClient()
  const params = { ...compoundRefOf(useEntity()) }
  return useQuery({
    queryKey: ['api-docs.text', params, id],
    queryFn: async ({ signal }) => {
      const response = await client.send(apiDocsApi.getText, { params, query: { version: id } }, { signal, accept: 'text/plain' })
      return response.text()
    },
    staleTime: Infinity,
  })
}
