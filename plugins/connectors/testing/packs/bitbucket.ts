import { hoursAgo, wants, type FakeTool } from '../fake-tool.ts'

const person = (name: string) => ({ display_name: name, nickname: name.toLowerCase() })
const cloudPull = (id: number, hours: number) => ({
  id,
  title: `Change ${id}`,
  created_on: hoursAgo(hours),
  author: person('Ada'),
  reviewers: id === 1 ? [person('Bob')] : [],
  participants: id === 1 ? [{ user: person('Bob'), approved: true }] : [],
  links: { html: { href: `https://bitbucket.test/acme/web/pull-requests/${id}` } },
})

/** Bitbucket Cloud: open pull requests, two on the first page. */
export const bitbucketCloudTool: FakeTool = {
  authorization: { authorization: `Basic ${Buffer.from('portal:bitbucket-secret').toString('base64')}` },
  routes: [
    {
      path: /^\/2\.0\/repositories\/acme\/web\/pullrequests$/,
      query: ['state', 'sort', 'pagelen', 'fields', 'page'],
      check: wants({ state: 'OPEN', pagelen: '50' }),
      answer: ({ url }) => {
        const next = new URL(url)
        next.searchParams.set('page', '2')
        return url.searchParams.get('page') === '2'
          ? { json: { size: 3, values: [cloudPull(3, 1)] } }
          : { json: { size: 3, next: next.href, values: [cloudPull(1, 80), cloudPull(2, 9)] } }
      },
    },
  ],
}

const serverPull = (id: number, hours: number) => ({
  id,
  title: `Change ${id}`,
  createdDate: Date.now() - hours * 3_600_000,
  author: { user: { displayName: 'Ada', slug: 'ada' } },
  reviewers: id === 1 ? [{ user: { displayName: 'Bob' }, approved: true, status: 'APPROVED' }] : [],
  properties: { commentCount: 2 },
  links: { self: [{ href: `https://bitbucket.test/projects/ACME/repos/web/pull-requests/${id}` }] },
})

/** Bitbucket Data Center: open pull requests, one by page. */
export const bitbucketServerTool: FakeTool = {
  authorization: { authorization: 'Bearer bitbucket-secret' },
  routes: [
    {
      path: /^\/rest\/api\/1\.0\/projects\/ACME\/repos\/web\/pull-requests$/,
      query: ['state', 'order', 'limit', 'start'],
      answer: ({ url }) =>
        url.searchParams.get('start') === '1'
          ? { json: { values: [serverPull(2, 4)], isLastPage: true, nextPageStart: null } }
          : { json: { values: [serverPull(1, 30)], isLastPage: false, nextPageStart: 1 } },
    },
  ],
}
