import type { FakeAnswer, FakeRequest } from '@portico/integrations/testing'
import { hoursAgo, type FakeTool, type FakeToolRoute } from '../fake-tool.ts'

const page = 'https://gitlab.test/acme/tools/web'
const person = (name: string) => ({ id: 1, username: name.toLowerCase(), name, web_url: `https://gitlab.test/${name}` })
const mergeRequest = (iid: number, hours: number, more: object = {}) => ({
  iid,
  title: `Change ${iid}`,
  web_url: `${page}/-/merge_requests/${iid}`,
  state: 'opened',
  draft: false,
  author: person('Ada'),
  reviewers: [],
  created_at: hoursAgo(hours),
  merged_at: null,
  detailed_merge_status: 'mergeable',
  ...more,
})
const finding = (severity: string, kind: string, location: object, state = 'detected') => ({
  name: `A ${severity} finding`,
  severity,
  state,
  report_type: kind,
  scanner: { external_id: 'semgrep', name: 'Semgrep', vendor: 'GitLab' },
  location,
  solution: 'Upgrade it',
})

const below = (rest: string, query: readonly string[], answer: (request: FakeRequest) => FakeAnswer | undefined): FakeToolRoute => ({
  // The slashes of a project's path are encoded, or it is another call.
  path: new RegExp(`^/api/v4/projects/(?:acme%2Ftools%2Fweb|42)${rest}$`),
  query,
  answer,
})

/** GitLab's REST API: merge requests, a project with what is known of it, and the findings of its scanners. */
export const gitlabTool: FakeTool = {
  authorization: { 'private-token': 'gitlab-secret' },
  headers: { 'ratelimit-limit': '2000', 'ratelimit-remaining': '1990' },
  routes: [
    below('/merge_requests', ['state', 'order_by', 'sort', 'per_page'], ({ url }) => ({
      json:
        url.searchParams.get('state') === 'opened'
          ? [mergeRequest(4, 100, { reviewers: [person('Bob')] }), mergeRequest(5, 2, { detailed_merge_status: 'conflict' })]
          : [mergeRequest(3, 60, { state: 'merged', merged_at: hoursAgo(48) })],
    })),
    below('', ['license'], () => ({
      json: {
        id: 42,
        path_with_namespace: 'acme/tools/web',
        visibility: 'internal',
        archived: false,
        last_activity_at: '2026-11-17T08:00:00.000Z',
        license: { key: 'mit', name: 'MIT License' },
      },
    })),
    below('/languages', [], () => ({ json: { Go: 81.5, Shell: 18.5 } })),
    below('/repository/contributors', ['order_by', 'sort', 'per_page'], () => ({
      json: [{ name: 'Ada', email: 'ada@acme.test', commits: 12, additions: 0, deletions: 0 }],
    })),
    below('/releases', ['per_page'], () => ({
      json: [
        {
          tag_name: 'v3.1',
          name: 'Three one',
          released_at: '2026-10-01T00:00:00Z',
          upcoming_release: false,
          author: person('Ada'),
          _links: { self: `${page}/-/releases/v3.1` },
        },
      ],
    })),
    below('/vulnerability_findings', ['scope', 'per_page'], () => ({
      json: [
        finding('high', 'dependency_scanning', { file: 'go.sum', dependency: { package: { name: 'x/net' }, version: '0.1.0' } }),
        finding('critical', 'sast', { file: 'main.go', start_line: 7 }),
        finding('critical', 'sast', { file: 'old.go', start_line: 1 }, 'resolved'),
      ],
    })),
  ],
}
