import { hoursAgo, type FakeTool } from '../fake-tool.ts'

const dashboards = [
  { uid: 'a1', title: 'Web overview', url: '/d/a1/web-overview', type: 'dash-db', tags: ['web', 'generated'], folderTitle: 'Shop' },
  { uid: 'b2', title: 'Web database', url: '/d/b2/web-database', type: 'dash-db', tags: ['web'], folderTitle: 'Shop' },
  { uid: 'c3', title: 'Other', url: '/d/c3/other', type: 'dash-db', tags: ['other'] },
]
const rule = (name: string, state: string, service: string) => ({
  name,
  state,
  type: 'alerting',
  health: 'ok',
  labels: { service, severity: 'page' },
  annotations: { summary: `${name} of ${service}` },
  alerts: state === 'firing' ? [{ state: 'Alerting', activeAt: hoursAgo(2), labels: { service }, annotations: {}, value: '1e+00' }] : [],
})

/** Grafana's HTTP API: dashboards by tag, and alert rules as Prometheus answers them. */
export const grafanaTool: FakeTool = {
  authorization: { authorization: 'Bearer grafana-secret' },
  routes: [
    {
      path: /^\/api\/search$/,
      query: ['type', 'tag', 'limit'],
      answer: ({ url }) => {
        const tag = url.searchParams.get('tag')
        return { json: dashboards.filter(({ tags }) => tag === null || tags.includes(tag)) }
      },
    },
    {
      path: /^\/api\/prometheus\/grafana\/api\/v1\/rules$/,
      answer: () => ({
        json: {
          status: 'success',
          data: {
            groups: [
              { name: 'web', file: 'Shop', rules: [rule('Slow answers', 'firing', 'web'), rule('No answers', 'inactive', 'web')] },
              { name: 'other', file: 'Shop', rules: [rule('Slow answers', 'firing', 'other')] },
            ],
          },
        },
      }),
    },
  ],
}
