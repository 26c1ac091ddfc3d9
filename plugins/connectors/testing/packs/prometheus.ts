import { hoursAgo, type FakeTool } from '../fake-tool.ts'

const alert = (state: string, labels: Record<string, string>) => ({
  state,
  labels,
  annotations: { summary: `It is ${state}` },
  activeAt: hoursAgo(1),
  value: '3e+00',
})
const alertingRule = (name: string, state: string, alerts: readonly unknown[]) => ({
  name,
  state,
  type: 'alerting',
  health: 'ok',
  query: 'up == 0',
  duration: 60,
  labels: {},
  annotations: { summary: name },
  alerts,
})

/** Prometheus' HTTP API: a query over a range, and alerting rules. */
export const prometheusTool: FakeTool = {
  routes: [
    {
      path: /^\/api\/v1\/query_range$/,
      query: ['query', 'start', 'end', 'step'],
      answer: ({ url }) => {
        const [query = '', start, end, step] = ['query', 'start', 'end', 'step'].map(name => url.searchParams.get(name) ?? '')
        if (query.includes('|'))
          return { status: 400, json: { status: 'error', errorType: 'bad_data', error: 'parse error: unexpected "|"' } }
        const times = Array.from({ length: (Number(end) - Number(start)) / Number(step) + 1 }, (_, at) => Number(start) + at * Number(step))
        const lines = query === 'memory' ? ['web-1', 'web-2'] : []
        return {
          json: {
            status: 'success',
            data: {
              resultType: 'matrix',
              result: lines.map(pod => ({ metric: { __name__: query, pod }, values: times.map((time, at) => [time, String(at)]) })),
            },
          },
        }
      },
    },
    {
      path: /^\/api\/v1\/rules$/,
      query: ['type'],
      answer: () => ({
        json: {
          status: 'success',
          data: {
            groups: [
              {
                name: 'web',
                file: '/etc/prometheus/web.yaml',
                rules: [
                  alertingRule('WebDown', 'firing', [alert('firing', { team: 'web' }), alert('pending', { team: 'other' })]),
                  alertingRule('WebSlow', 'inactive', []),
                  alertingRule('Unrelated', 'firing', [alert('firing', { team: 'web' })]),
                ],
              },
            ],
          },
        },
      }),
    },
  ],
}
