import { hoursAgo, wants, type FakeTool } from '../fake-tool.ts'

const issue = (number: number, first: number, more: object = {}) => ({
  id: String(number),
  shortId: `WEB-${number}`,
  title: `TypeError ${number}`,
  culprit: 'open(page)',
  permalink: `https://sentry.test/organizations/acme/issues/${number}/`,
  level: 'error',
  status: 'unresolved',
  count: String(number * 10),
  userCount: number,
  firstSeen: hoursAgo(first),
  lastSeen: hoursAgo(number),
  ...more,
})

/** Sentry's web API: unresolved issues of a project, and how many events it had by hour. */
export const sentryTool: FakeTool = {
  authorization: { authorization: 'Bearer sentry-secret' },
  routes: [
    {
      path: /^\/api\/0\/projects\/acme\/web\/issues\/$/,
      query: ['query', 'statsPeriod', 'cursor'],
      check: wants({ query: 'is:unresolved', statsPeriod: '14d' }),
      answer: () => ({ json: [issue(1, 3), issue(2, 300, { level: 'warning' })] }),
    },
    {
      path: /^\/api\/0\/projects\/acme\/web\/stats\/$/,
      query: ['stat', 'resolution', 'since', 'until'],
      answer: ({ url }) => {
        const since = Number(url.searchParams.get('since'))
        return { json: Array.from({ length: 24 }, (_, hour) => [since + hour * 3600, hour === 20 ? 12 : 1]) }
      },
    },
  ],
}
