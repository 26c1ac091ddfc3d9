import { hoursAgo, type FakeTool } from '../fake-tool.ts'

const url = 'https://acme.test/'
const audit = (id: string, hours: number, performance: number) => ({
  id,
  url,
  status: 'COMPLETED',
  timeCreated: hoursAgo(hours),
  timeCompleted: hoursAgo(hours - 0.1),
  categories: {
    performance: { id: 'performance', title: 'Performance', score: performance },
    accessibility: { id: 'accessibility', title: 'Accessibility', score: 0.98 },
    'best-practices': { id: 'best-practices', title: 'Best Practices', score: 0.87 },
    seo: { id: 'seo', title: 'SEO', score: 1 },
  },
})

/** Spotify's lighthouse-audit-service: the audits of a website, and a new one. */
export const lighthouseTool: FakeTool = {
  routes: [
    {
      path: /^\/v1\/websites\/([^/]+)$/,
      answer: (_request, website) =>
        website === url
          ? {
              json: {
                url,
                audits: [
                  { id: 'a3', url, status: 'RUNNING', timeCreated: hoursAgo(0.1), timeCompleted: null, categories: null },
                  audit('a2', 24, 0.72),
                  audit('a1', 48, 0.6),
                ],
              },
            }
          : { status: 404, json: { error: { message: `no audited website found for url "${website}"` } } },
    },
    { method: 'POST', path: /^\/v1\/audits$/, answer: () => ({ json: { id: 'a4', url, status: 'RUNNING', timeCreated: hoursAgo(0) } }) },
  ],
}
