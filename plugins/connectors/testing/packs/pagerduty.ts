import type { FakeRequest } from '@portico/integrations/testing'
import { hoursAgo, type FakeTool } from '../fake-tool.ts'

const service = {
  id: 'PWEB001',
  name: 'Web',
  status: 'critical',
  html_url: 'https://acme.pagerduty.test/service-directory/PWEB001',
  escalation_policy: { id: 'PPOL001', type: 'escalation_policy_reference', summary: 'Web team' },
}
const isVersion2 = ({ headers }: FakeRequest) =>
  headers.accept === 'application/vnd.pagerduty+json;version=2' ? undefined : 'ask for version 2 in Accept'

/** PagerDuty's REST API: a service, its open incidents, who is on call, and a new incident. */
export const pagerdutyTool: FakeTool = {
  authorization: { authorization: 'Token token=pagerduty-secret' },
  headers: { 'ratelimit-limit': '960', 'ratelimit-remaining': '950' },
  routes: [
    {
      path: /^\/services$/,
      query: ['query', 'limit', 'offset'],
      check: isVersion2,
      answer: ({ url }) => ({ json: { services: url.searchParams.get('query') === 'a1b2c3' ? [service] : [], more: false } }),
    },
    { path: /^\/services\/PWEB001$/, check: isVersion2, answer: () => ({ json: { service } }) },
    {
      path: /^\/incidents$/,
      query: ['service_ids[]', 'statuses[]', 'sort_by', 'limit'],
      check: request =>
        isVersion2(request) ??
        (request.url.searchParams.getAll('statuses[]').join() === 'triggered,acknowledged' ? undefined : 'ask for both statuses'),
      answer: ({ url }) => ({
        json: {
          incidents:
            url.searchParams.get('service_ids[]') === service.id
              ? [
                  {
                    id: 'Q1',
                    incident_number: 41,
                    title: 'No answers',
                    status: 'triggered',
                    urgency: 'high',
                    html_url: 'https://acme.pagerduty.test/incidents/Q1',
                    created_at: hoursAgo(1),
                    assignments: [{ at: hoursAgo(1), assignee: { id: 'U1', type: 'user_reference', summary: 'Ada' } }],
                  },
                ]
              : [],
          more: false,
        },
      }),
    },
    {
      path: /^\/oncalls$/,
      query: ['escalation_policy_ids[]', 'include[]', 'earliest'],
      check: isVersion2,
      answer: ({ url }) => ({
        json: {
          oncalls: (url.searchParams.get('escalation_policy_ids[]') === 'PPOL001' ? ['Bob', 'Ada'] : []).map((name, at) => ({
            escalation_level: 2 - at,
            schedule: { summary: 'Weekdays' },
            start: hoursAgo(20),
            end: hoursAgo(-20),
            user: { id: `U${at}`, name, email: `${name.toLowerCase()}@acme.test`, html_url: `https://acme.pagerduty.test/users/U${at}` },
          })),
          more: false,
        },
      }),
    },
    {
      method: 'POST',
      path: /^\/incidents$/,
      check: ({ headers }) => (String(headers['from']).includes('@') ? undefined : 'Requester User Not Found'),
      answer: request => ({ status: 201, json: { incident: { id: 'Q2', ...request.json<{ incident: object }>().incident } } }),
    },
  ],
}
