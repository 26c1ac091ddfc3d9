import { configApiRef, discoveryApiRef, useApi } from '@portico/core/web'
import { pathOf } from '@portico/core/common'
import { techdocsApi, type DocsParams } from '@portico/techdocs/common'

/** Where files of docs are if the config says so: `techdocs.storageUrl`. */
function useConfiguredStorage({ namespace, kind, name }: DocsParams): string | undefined {
  const storageUrl = useApi(configApiRef).getOptionalString('techdocs.storageUrl')
  return storageUrl === undefined ? undefined : `${storageUrl.replace(/\/+$/, '')}/${namespace}/${kind}/${name}`
}

/** Where the files of a site are: where the config says, otherwise below the address of the docs' own API. */
export function useSiteFiles(params: DocsParams): string {
  const discovery = useApi(discoveryApiRef)
  const { namespace, kind, name } = params
  return useConfiguredStorage(params) ?? `${discovery.baseUrl('techdocs')}/static/docs/${namespace}/${kind}/${name}`
}

/** The same for what a page shows: the API has an address at which SVG is an image. Ends with a slash. */
export function usePageFiles(params: DocsParams): string {
  const own = `${useApi(discoveryApiRef).baseUrl('techdocs')}${pathOf(techdocsApi.getFile, { params: { ...params, rest: '' } })}`
  const storage = useConfiguredStorage(params)
  return storage === undefined ? own : `${storage}/`
}
