import { z } from 'zod'
import { trimmed } from './host-address.ts'
import { defineHostType, refuseMixed, secretText } from './host-type.ts'

const pageHost = 'storage.cloud.google.com'

export const googleGcs = defineHostType({
  type: 'googleGcs',
  title: 'Google Cloud Storage',
  settings: z
    .object({
      clientEmail: z.string().min(1).exactOptional(),
      privateKey: secretText().exactOptional(),
      apiBaseUrl: z.url().default('https://storage.googleapis.com').describe('Of storage that speaks the same API'),
      tokenUrl: z.url().default('https://oauth2.googleapis.com/token'),
    })
    .superRefine(refuseMixed({ 'a service account': ['clientEmail', 'privateKey'] })),
  defaultHost: pageHost,
  hostOf: () => pageHost,
  hostsOf: ({ apiBaseUrl }) => [pageHost, new URL(apiBaseUrl).host],
  apiBaseUrlOf: ({ apiBaseUrl }) => trimmed(apiBaseUrl),
  credentialsOf({ clientEmail, privateKey, tokenUrl }, hosts) {
    if (clientEmail === undefined || privateKey === undefined) return []
    const scope = 'https://www.googleapis.com/auth/devstorage.read_only'
    const source = { kind: 'service-account' as const, gitUser: '', url: tokenUrl, clientEmail, privateKey, scope }
    return hosts.map(host => ({ host, source }))
  },
})
