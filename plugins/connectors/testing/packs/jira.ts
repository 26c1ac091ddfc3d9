import { type FakeTool } from '../fake-tool.ts'

const issue = (number: number, kind: string, category: string, assignee: string | null) => ({
  id: String(10_000 + number),
  key: `WEB-${number}`,
  fields: {
    summary: `Issue ${number}`,
    issuetype: { name: kind },
    status: { name: category === 'new' ? 'To do' : 'In review', statusCategory: { key: category } },
    priority: { name: 'Medium' },
    assignee: assignee === null ? null : { displayName: assignee },
    created: '2026-11-01T08:00:00.000+0100',
    updated: '2026-11-18T08:00:00.000+0100',
  },
})
const issues = [issue(1, 'Bug', 'new', null), issue(2, 'Task', 'indeterminate', 'Ada')]
const parameters = ['jql', 'fields', 'maxResults', 'nextPageToken', 'startAt']
const expected = 'project = "WEB" AND component in ("Search", "Cart") AND statusCategory != Done ORDER BY updated DESC'

/** Jira: a search in the cloud and one of Data Center, and a new issue. */
export const jiraTool: FakeTool = {
  authorization: { authorization: `Basic ${Buffer.from('portal@acme.test:jira-secret').toString('base64')}` },
  routes: [
    {
      path: /^\/rest\/api\/2\/search\/jql$/,
      query: parameters,
      check: ({ url }) => (url.searchParams.get('jql') === expected ? undefined : `unexpected JQL: ${url.searchParams.get('jql')}`),
      answer: () => ({ json: { issues, isLast: true } }),
    },
    { path: /^\/rest\/api\/2\/search$/, query: parameters, answer: () => ({ json: { startAt: 0, maxResults: 100, total: 240, issues } }) },
    { method: 'POST', path: /^\/rest\/api\/2\/issue$/, answer: () => ({ status: 201, json: { id: '10003', key: 'WEB-3' } }) },
  ],
}
