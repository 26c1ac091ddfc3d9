import { type FakeTool } from '../fake-tool.ts'

/** The month so many months ago, as in 2026-11. */
function monthsAgo(count: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7)
}

const rows = [
  ['web', 0, 40, 'compute'],
  ['web', 1, 100, 'compute'],
  ['web', 1, 50.5, 'storage'],
  ['web', 2, 100, 'compute'],
  ['other', 1, 7, 'compute'],
] as const

/** Cost as a file of one's own, once as CSV and once as JSON. */
export const costTool: FakeTool = {
  authorization: { authorization: 'Bearer cost-secret' },
  routes: [
    {
      path: /^\/export\/cost\.csv$/,
      answer: () => ({
        headers: { 'content-type': 'text/csv' },
        body: [
          'entity,month,amount,service',
          ...rows.map(([entity, ago, amount, service]) => `${entity},${monthsAgo(ago)},${amount},${service}`),
        ].join('\r\n'),
      }),
    },
    {
      path: /^\/cost\.json$/,
      answer: () => ({
        json: { rows: rows.map(([entity, ago, amount, service]) => ({ entity, month: monthsAgo(ago), amount, service })) },
      }),
    },
  ],
}
