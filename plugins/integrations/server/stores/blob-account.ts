import { trimmed } from '../hosts/host-address.ts'

/** What an entry of `integrations.azureBlobStorage` says about its account. */
export interface BlobEntry {
  readonly accountName?: string
  readonly accountKey?: string
  readonly sasToken?: string
  readonly connectionString?: string
  readonly endpoint?: string
  readonly endpointSuffix?: string
}

/** The parts of a connection string that matter: `AccountName=…;AccountKey=…;BlobEndpoint=…`. */
export function blobAccountOf(entry: BlobEntry) {
  const parts = Object.fromEntries(
    (entry.connectionString ?? '').split(';').flatMap(part => {
      const at = part.indexOf('=')
      return at > 0 ? [[part.slice(0, at).toLowerCase(), part.slice(at + 1)]] : []
    }),
  )
  const name = entry.accountName ?? parts['accountname']
  const suffix = entry.endpointSuffix ?? parts['endpointsuffix'] ?? 'core.windows.net'
  const given = entry.endpoint ?? parts['blobendpoint']
  return {
    name,
    key: entry.accountKey ?? parts['accountkey'],
    sas: entry.sasToken ?? parts['sharedaccesssignature'],
    endpoint: given ? trimmed(given) : name === undefined ? undefined : `https://${name}.blob.${suffix}`,
  }
}
