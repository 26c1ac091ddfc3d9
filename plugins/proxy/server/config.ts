import { unused } from '@portico/core/server'
import { z } from 'zod'
import { problemsOf } from './endpoint-problems.ts'
import { Endpoint, type EndpointSettings } from './endpoint-settings.ts'

const section = z
  .object({
    endpoints: z.record(z.string(), Endpoint).default({}).describe('What is forwarded, by its path below /api/proxy'),
    skipInvalidProxies: z.boolean().default(false).describe('Leaves out invalid endpoints with a warning, instead of not starting'),
    reviveConsumedRequestBodies: unused(),
  })
  // The form of older config files: paths directly in the section.
  .catchall(Endpoint)

/** `proxy`: the hosts that the browser reaches through the portal. */
export const ProxySection = section.superRefine((value, context) => {
  if (value.skipInvalidProxies) return
  for (const { path, settings, at } of endpointsOf(value))
    for (const message of problemsOf(path, settings)) context.addIssue({ code: 'custom', path: at, message })
})
export type ProxySection = z.output<typeof ProxySection>

export const proxySections = { proxy: ProxySection.prefault({}) }

export interface NamedEndpoint {
  readonly path: string
  readonly settings: EndpointSettings
  /** Where it is in the section. */
  readonly at: string[]
}

/** The endpoints of both forms. One under `endpoints` replaces one of the older form. */
export function endpointsOf({
  endpoints,
  skipInvalidProxies: _skip,
  reviveConsumedRequestBodies: _revive,
  ...older
}: z.output<typeof section>) {
  const found = new Map<string, NamedEndpoint>()
  for (const [key, settings] of Object.entries(older as Record<string, EndpointSettings>))
    found.set(toPath(key), { path: toPath(key), settings, at: [key] })
  for (const [key, settings] of Object.entries(endpoints)) found.set(toPath(key), { path: toPath(key), settings, at: ['endpoints', key] })
  return [...found.values()]
}

function toPath(key: string): string {
  return `/${key.replace(/^\/+|\/+$/g, '')}`
}
