import { hoursAgo, wants, type FakeTool } from '../fake-tool.ts'

const alert = (id: string, priority: string, acknowledged: boolean) => ({
  id,
  tinyId: id,
  message: `Alert ${id}`,
  status: 'open',
  acknowledged,
  priority,
  owner: acknowledged ? 'ada@acme.test' : '',
  createdAt: hoursAgo(2),
  count: 3,
  tags: ['service:web'],
})

/** Opsgenie's REST API: open alerts by a search, who is on call in a schedule, and a new alert. */
export const opsgenieTool: FakeTool = {
  authorization: { authorization: 'GenieKey opsgenie-secret' },
  headers: { 'x-ratelimit-state': 'OK' },
  routes: [
    {
      path: /^\/v2\/alerts$/,
      query: ['query', 'sort', 'order', 'limit'],
      answer: ({ url }) => ({
        json: {
          data:
            url.searchParams.get('query') === 'status:open AND tag:"service:web"'
              ? [alert('a1', 'P3', true), alert('a2', 'P2', false)]
              : [],
          requestId: 'r1',
        },
      }),
    },
    {
      path: /^\/v2\/schedules\/([^/]+)\/on-calls$/,
      query: ['scheduleIdentifierType', 'flat'],
      check: wants({ scheduleIdentifierType: 'name', flat: 'true' }),
      answer: (_request, name) =>
        name === 'Web team_schedule'
          ? { json: { data: { _parent: { name, enabled: true }, onCallRecipients: ['ada@acme.test'] } } }
          : { status: 404, json: { message: `Schedule with name [${name}] is not found` } },
    },
    { method: 'POST', path: /^\/v2\/alerts$/, answer: () => ({ status: 202, json: { result: 'Request will be processed' } }) },
  ],
}
