import { catalogApi } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { Button, CodeBlock, toYaml, WarningPanel } from '@portico/ui'
import type { ImportState } from '../import/use-import-state.ts'
import { catalogImportMessages } from '../messages.ts'

/** A file to begin with, for a repository that has none. */
export function Suggestion({ state }: { state: ImportState }) {
  const text = useText()
  const { data } = useQuery({
    ...query(catalogApi.analyzeLocation, { body: { location: { type: 'url', target: repositoryOf(state.url) } } }),
    retry: false,
  })
  const [suggested] = data?.generateEntities ?? []
  if (!suggested) return undefined
  const code = toYaml({ ...suggested.entity, spec: { ...suggested.entity.spec, owner: 'guests' } })
  return (
    <WarningPanel
      severity="info"
      title={text(catalogImportMessages.noFile)}
      action={
        <Button variant="default" size="xs" onClick={() => state.begin(code)}>
          {text(catalogImportMessages.startWith)}
        </Button>
      }
    >
      <p>{text(catalogImportMessages.noFileText)}</p>
      <CodeBlock code={code} language="yaml" title="catalog-info.yaml" />
    </WarningPanel>
  )
}

/** The repository of an address: what is in it comes after `/blob/` and the like, or after the name that ends in `.git`. */
function repositoryOf(address: string): string {
  return address.replace(/(?:\.git)?(?:#.*)?$/, '').replace(/\/(?:-\/)?(?:blob|tree|src|edit)\/.*$/, '')
}
