import { hoursAgo, wants, type FakeTool } from '../fake-tool.ts'

const pull = (id: number, hours: number, more: object) => ({
  pullRequestId: id,
  title: `Change ${id}`,
  status: 'active',
  isDraft: false,
  creationDate: hoursAgo(hours),
  createdBy: { displayName: 'Ada' },
  reviewers: [],
  repository: { id: 'a1', name: 'web', project: { name: 'Shop front' } },
  ...more,
})

/** Azure Repos: the active pull requests of a repository. */
export const azureReposTool: FakeTool = {
  authorization: { authorization: `Basic ${Buffer.from(':azure-secret').toString('base64')}` },
  routes: [
    {
      path: /^\/acme\/Shop%20front\/_apis\/git\/repositories\/web\/pullrequests$/,
      query: ['searchCriteria.status', '$top', 'api-version'],
      check: wants({ 'searchCriteria.status': 'active', 'api-version': '7.1' }),
      answer: () => ({
        json: {
          count: 2,
          value: [pull(12, 5, { isDraft: true }), pull(11, 26, { reviewers: [{ displayName: 'Bob', vote: 10 }] })],
        },
      }),
    },
  ],
}
