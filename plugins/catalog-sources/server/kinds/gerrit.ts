import { encodePathSegments } from '../webhooks/path-segments.ts'
import { z } from 'zod'
import { withoutDescriptor } from './discovery.ts'
import { discover, type RepositoryList } from './discovery-source.ts'
import type { FindContext } from '../sources/source.ts'
import { commonSettings, defineSourceKind, hostOf } from './source-kind.ts'

const settings = z.object({
  host: z.string().min(1).describe('As in integrations.gerrit'),
  query: z.string().min(1).describe('A query for projects, such as state=ACTIVE&prefix=web'),
  branch: z.string().min(1).default('master'),
  catalogPath: z.string().min(1).default('catalog-info.yaml'),
  gitilesBaseUrl: z.url().exactOptional().describe('Where addresses of files begin, as in integrations.gerrit'),
  withoutDescriptor: withoutDescriptor.exactOptional(),
  ...commonSettings,
})

type Settings = z.output<typeof settings>

/** Projects of Gerrit that a query finds. */
export const gerrit = defineSourceKind({
  key: 'gerrit',
  settings,
  source: given => ({
    title: `Projects on ${given.host}`,
    host: given.host,
    ...discover(
      {
        catalogPath: given.catalogPath,
        withoutDescriptor: given.withoutDescriptor,
        targetOf: ({ url }, at, file) => `${url}/+/refs/heads/${at}/${file}`,
      },
      context => list(given, context),
    ),
  }),
})

async function list({ host, query, branch, gitilesBaseUrl }: Settings, context: FindContext): Promise<RepositoryList> {
  const { apiBaseUrl, hasCredentials } = hostOf(context, host, 'gerrit')
  const url = `${apiBaseUrl}${hasCredentials ? '/a' : ''}/projects/?${query}`
  const projects = await context.api.json<Record<string, { readonly state?: string; readonly description?: string }>>(url, {
    signal: context.signal,
    isCached: true,
  })
  const base = (gitilesBaseUrl ?? apiBaseUrl).replace(/\/+$/, '')
  const repositories = Object.entries(projects).map(([name, { state, description }]) => ({
    fullName: name,
    name,
    url: `${base}/${encodePathSegments(name)}`,
    defaultBranch: branch,
    isArchived: state === 'READ_ONLY',
    description,
  }))
  return { repositories }
}
