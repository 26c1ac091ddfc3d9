import { z } from 'zod'
import { toEntities } from '../discovery.ts'
import { hostOf } from './known-host.ts'
import { commonSettings, defineSourceKind } from './source-kind.ts'

const settings = z.object({
  host: z.string().min(1).describe('As in integrations.gerrit'),
  query: z.string().min(1).describe('A query for projects, such as state=ACTIVE&prefix=web'),
  branch: z.string().min(1).default('master'),
  catalogPath: z.string().min(1).default('catalog-info.yaml'),
  gitilesBaseUrl: z.url().exactOptional().describe('Where addresses of files begin, as in integrations.gerrit'),
  ...commonSettings,
})

/** Projects of Gerrit that a query finds. */
export const gerrit = defineSourceKind({
  key: 'gerrit',
  settings,
  source: ({ host, query, branch, catalogPath, gitilesBaseUrl }) => ({
    title: `Projects on ${host}`,
    host,
    async find(context) {
      const { apiBaseUrl, hasCredentials } = hostOf(context, host, 'gerrit')
      const { api, signal } = context
      const url = `${apiBaseUrl}${hasCredentials ? '/a' : ''}/projects/?${query}`
      const projects = await api.json<Record<string, { readonly state?: string; readonly description?: string }>>(url, {
        signal,
        isCached: true,
      })
      const base = (gitilesBaseUrl ?? apiBaseUrl).replace(/\/+$/, '')
      const found = Object.entries(projects).map(([name, { state, description }]) => ({
        fullName: name,
        name,
        url: `${base}/${name.split('/').map(encodeURIComponent).join('/')}`,
        defaultBranch: branch,
        isArchived: state === 'READ_ONLY',
        description,
      }))
      return toEntities(found, { catalogPath, targetOf: (each, at, file) => `${each.url}/+/refs/heads/${at}/${file}` })
    },
  }),
})
