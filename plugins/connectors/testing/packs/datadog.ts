import { hoursAgo, wants, type FakeTool } from '../fake-tool.ts'

const monitor = (id: number, state: string) => ({
  id,
  name: `Monitor ${id}`,
  type: 'metric alert',
  overall_state: state,
  overall_state_modified: hoursAgo(4),
  tags: ['service:web'],
  priority: 2,
})

/** Datadog's API: monitors by tag, and a search for objectives with their status. */
export const datadogTool: FakeTool = {
  authorization: { 'dd-api-key': 'datadog-api', 'dd-application-key': 'datadog-app' },
  headers: { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '290', 'x-ratelimit-period': '60' },
  routes: [
    {
      path: /^\/api\/v1\/monitor$/,
      query: ['monitor_tags', 'page', 'page_size'],
      check: wants({ monitor_tags: 'service:web' }),
      answer: () => ({ json: [monitor(1, 'OK'), monitor(2, 'Alert')] }),
    },
    {
      path: /^\/api\/v1\/slo\/search$/,
      query: ['query', 'page[size]', 'page[number]'],
      check: wants({ query: 'service:web' }),
      answer: () => ({
        json: {
          data: {
            type: 'pages',
            attributes: {
              slos: [
                {
                  data: {
                    id: 's1',
                    type: 'slo',
                    attributes: {
                      name: 'Fast answers',
                      overall_status: [{ timeframe: '30d', target: 99.9, status: 99.95, state: 'ok', error_budget_remaining: 48.2 }],
                    },
                  },
                },
              ],
            },
          },
        },
      }),
    },
  ],
}
