import type { FakeAnswer, FakeRequest } from '@portico/integrations/testing'
import { hoursAgo, wants, type FakeTool, type FakeToolRoute } from '../fake-tool.ts'

const page = 'https://github.test/acme/web'
const person = (login: string) => ({ login, html_url: `https://github.test/${login}`, avatar_url: '', type: 'User' })

const pull = (number: number, hours: number, more: object = {}) => ({
  number,
  title: `Change ${number}`,
  html_url: `${page}/pull/${number}`,
  user: person('ada'),
  state: 'open',
  draft: false,
  created_at: hoursAgo(hours),
  merged_at: null,
  requested_reviewers: [],
  requested_teams: [],
  ...more,
})
const open = [
  pull(7, 240, { requested_reviewers: [person('bob')], requested_teams: [{ name: 'Web' }] }),
  pull(8, 500, { draft: true }),
  pull(9, 3),
]
const closed = [pull(6, 30, { state: 'closed', merged_at: hoursAgo(20) }), pull(5, 40, { state: 'closed' })]

const codeAlert = (number: number, severity: string) => ({
  number,
  state: 'open',
  html_url: `${page}/security/code-scanning/${number}`,
  created_at: hoursAgo(50),
  rule: { id: 'js/xss', name: 'js/xss', severity: 'error', security_severity_level: severity, description: 'Cross-site scripting' },
  tool: { name: 'CodeQL' },
  most_recent_instance: { ref: 'refs/heads/main', location: { path: 'src/page.ts', start_line: 12 } },
})
const dependencyAlert = (number: number, severity: string) => ({
  number,
  state: 'open',
  html_url: `${page}/security/dependabot/${number}`,
  created_at: hoursAgo(90),
  dependency: { package: { ecosystem: 'npm', name: 'left-pad' }, manifest_path: 'package-lock.json', scope: 'runtime' },
  security_advisory: { ghsa_id: 'GHSA-0000', cve_id: null, summary: 'Padding without end', severity },
  security_vulnerability: { severity, vulnerable_version_range: '< 1.3', first_patched_version: { identifier: '1.3.0' } },
})

const below = (rest: string, query: readonly string[], answer: (request: FakeRequest) => FakeAnswer | undefined): FakeToolRoute => ({
  path: new RegExp(`^/api/v3/repos/acme/(?:web|bare)${rest}$`),
  query,
  answer,
})
/** A list that ends after one item on its first page, so that the next is asked for. */
const paged = (request: FakeRequest, items: readonly unknown[]): FakeAnswer => {
  const at = Number(request.url.searchParams.get('after') ?? 0)
  const next = new URL(request.url)
  next.searchParams.set('after', String(at + 1))
  return { json: items.slice(at, at + 1), headers: at + 1 < items.length ? { link: `<${next.href}>; rel="next"` } : {} }
}
const isBare = ({ path }: FakeRequest) => path.includes('/bare/')

/** GitHub's REST API: pull requests, a repository with what is known of it, and its security alerts. */
export const githubTool: FakeTool = {
  authorization: { authorization: 'Bearer github-secret' },
  headers: { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4990', 'x-ratelimit-reset': '2000000000' },
  routes: [
    {
      ...below('/pulls', ['state', 'sort', 'direction', 'per_page'], ({ url }) => ({
        json: url.searchParams.get('state') === 'open' ? open : closed,
      })),
      check: wants({ per_page: '100' }),
    },
    below('', [], () => ({
      json: {
        name: 'web',
        full_name: 'acme/web',
        private: true,
        visibility: 'internal',
        archived: false,
        language: 'TypeScript',
        pushed_at: '2026-11-18T10:00:00Z',
        stargazers_count: 3,
        license: { spdx_id: 'Apache-2.0' },
      },
    })),
    below('/languages', [], () => ({ json: { TypeScript: 7500, CSS: 2500 } })),
    below('/contributors', ['per_page'], () => ({
      json: [
        { ...person('ada'), contributions: 120 },
        { ...person('dependabot[bot]'), type: 'Bot', contributions: 90 },
      ],
    })),
    below('/releases', ['per_page'], () => ({
      json: ['v2.0.0-rc.1', 'v1.9.0'].map(tag => ({
        tag_name: tag,
        name: `Version ${tag}`,
        html_url: `${page}/releases/tag/${tag}`,
        draft: false,
        prerelease: tag.includes('rc'),
        published_at: '2026-11-01T09:00:00Z',
        author: person('ada'),
      })),
    })),
    below('/code-scanning/alerts', ['state', 'per_page', 'after'], request =>
      isBare(request)
        ? { status: 404, json: { message: 'no analysis found' } }
        : paged(request, [codeAlert(1, 'critical'), codeAlert(2, 'low')]),
    ),
    below('/dependabot/alerts', ['state', 'per_page', 'after'], request =>
      isBare(request)
        ? { status: 403, json: { message: 'Dependabot alerts are disabled for this repository.' } }
        : paged(request, [dependencyAlert(3, 'high')]),
    ),
    below('/secret-scanning/alerts', ['state', 'per_page'], () => ({
      status: 404,
      json: { message: 'Secret scanning is disabled on this repository.' },
    })),
  ],
}
