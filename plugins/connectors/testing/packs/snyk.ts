import { hoursAgo, wants, type FakeTool } from '../fake-tool.ts'

const project = (id: string, name: string, counts: readonly [number, number, number, number]) => ({
  id,
  type: 'project',
  attributes: { name, type: 'npm', origin: 'github', status: 'active', created: hoursAgo(900) },
  meta: { latest_issue_counts: { critical: counts[0], high: counts[1], medium: counts[2], low: counts[3], updated_at: hoursAgo(3) } },
})
const projects = [project('p-1', 'acme/web:package.json', [1, 2, 0, 4]), project('p-2', 'acme/web:api/package.json', [0, 0, 0, 0])]

/** Snyk's REST API: the projects of an organisation with their counts, and the issues of one project. */
export const snykTool: FakeTool = {
  authorization: { authorization: 'token snyk-secret' },
  routes: [
    {
      path: /^\/rest\/orgs\/org-1\/projects$/,
      query: ['version', 'limit', 'target_id', 'ids', 'meta.latest_issue_counts'],
      check: wants({ version: '2024-10-15', 'meta.latest_issue_counts': 'true' }),
      answer: ({ url }) => {
        const ids = url.searchParams.get('ids')?.split(',')
        const data = projects.filter(({ id }) => (ids ? ids.includes(id) : url.searchParams.get('target_id') === 't-1'))
        return { json: { jsonapi: { version: '1.0' }, data, links: {} } }
      },
    },
    {
      path: /^\/rest\/orgs\/org-1\/issues$/,
      query: ['version', 'limit', 'scan_item.id', 'scan_item.type', 'status', 'ignored'],
      check: wants({ 'scan_item.type': 'project', status: 'open' }),
      answer: ({ url }) => ({
        json: {
          data: ['low', 'critical'].map(severity => ({
            id: severity,
            type: 'issue',
            attributes: {
              title: `A ${severity} issue`,
              type: 'package_vulnerability',
              status: 'open',
              ignored: false,
              effective_severity_level: severity,
              created_at: hoursAgo(100),
              coordinates: [{ representations: [{ dependency: { package_name: 'left-pad', package_version: '1.2.0' } }] }],
            },
            relationships: { scan_item: { data: { id: url.searchParams.get('scan_item.id'), type: 'project' } } },
          })),
        },
      }),
    },
  ],
}
