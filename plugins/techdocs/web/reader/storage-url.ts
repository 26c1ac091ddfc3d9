import { configApiRef, discoveryApiRef, useApi } from '@portico/core/web'

/** Where the files of docs are: where config says, otherwise below the address of the docs' own API. */
export function useStorageUrl(): string {
  const config = useApi(configApiRef)
  const discovery = useApi(discoveryApiRef)
  return config.getOptionalString('techdocs.storageUrl')?.replace(/\/+$/, '') ?? `${discovery.baseUrl('techdocs')}/static/docs`
}
