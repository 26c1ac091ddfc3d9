import { expect, test } from 'vitest'
import { toDelivery, type Delivery } from './webhooks.ts'

const commits = [
  { added: ['a b.yaml'], modified: ['docs/ü.md'], removed: [] },
  { added: [], modified: ['docs/ü.md'], removed: ['gone.yaml'] },
]
const ref = 'refs/heads/feature/x'

test.each<[string, string, object, Record<string, string>, Partial<Delivery>]>([
  [
    'a push to GitHub',
    'github',
    { ref, commits, repository: { html_url: 'https://github.com/acme/web' } },
    { 'x-github-event': 'push' },
    {
      host: 'github.com',
      targets: ['a%20b.yaml', 'docs/%C3%BC.md', 'gone.yaml'].flatMap(file =>
        ['blob', 'tree'].map(view => `https://github.com/acme/web/${view}/feature%2Fx/${file}`),
      ),
      moved: ['a b.yaml', 'gone.yaml'],
      isListChanged: false,
    },
  ],
  [
    'a team of GitHub',
    'github',
    { action: 'created', organization: { url: 'https://api.github.com/orgs/acme' } },
    { 'x-github-event': 'team' },
    { host: 'github.com', isListChanged: true },
  ],
  [
    'a push to GitLab',
    'gitlab',
    { object_kind: 'push', ref: 'refs/heads/main', commits: [{ modified: ['x.yaml'] }], project: { web_url: 'https://lab.test/a/b' } },
    {},
    { targets: ['https://lab.test/a/b/-/blob/main/x.yaml', 'https://lab.test/a/b/-/tree/main/x.yaml'] },
  ],
  [
    'a project of GitLab',
    'gitlab',
    { event_name: 'project_rename', project: { web_url: 'https://lab.test/a/b' } },
    {},
    { host: 'lab.test', isListChanged: true },
  ],
  [
    'a member of GitLab who leaves',
    'gitlab',
    { event_name: 'user_remove_from_group', user_username: 'ann', group_path: 'acme' },
    { 'x-gitlab-instance': 'https://lab.test' },
    { host: 'lab.test', isListChanged: true },
  ],
  [
    'a push to Gitea',
    'gitea',
    { ref: 'refs/heads/main', commits: [{ modified: ['x.yaml'] }], repository: { html_url: 'https://tea.test/a/b' } },
    { 'x-gitea-event': 'push' },
    { targets: ['https://tea.test/a/b/src/branch/main/x.yaml'] },
  ],
  [
    'a push to Bitbucket Cloud',
    'bitbucketCloud',
    {
      push: {
        changes: [
          { old: { target: { hash: 'a'.repeat(40) } }, new: { name: 'main', target: { hash: 'b'.repeat(40) } } },
          { old: { target: { hash: 'c'.repeat(40) } }, new: null },
        ],
      },
      repository: { links: { html: { href: 'https://bitbucket.org/a/b' } } },
    },
    { 'x-event-key': 'repo:push' },
    {
      targets: [],
      ranges: [{ type: 'bitbucketCloud', url: 'https://bitbucket.org/a/b', branch: 'main', from: 'a'.repeat(40), to: 'b'.repeat(40) }],
    },
  ],
  [
    'a push to Bitbucket Server',
    'bitbucketServer',
    {
      changes: [{ ref: { displayId: 'main' }, fromHash: '0'.repeat(40), toHash: 'b'.repeat(40) }],
      repository: { links: { self: [{ href: 'https://bb.test/projects/A/repos/b/browse' }] } },
    },
    { 'x-event-key': 'repo:refs_changed' },
    {
      ranges: [{ type: 'bitbucketServer', url: 'https://bb.test/projects/A/repos/b', branch: 'main', from: undefined, to: 'b'.repeat(40) }],
    },
  ],
  [
    'a push to Azure DevOps',
    'azureDevOps',
    {
      eventType: 'git.push',
      resource: {
        refUpdates: [
          { name: 'refs/heads/main', oldObjectId: 'a'.repeat(40), newObjectId: 'b'.repeat(40) },
          { name: 'refs/tags/v1', newObjectId: 'b'.repeat(40) },
        ],
        repository: { remoteUrl: 'https://acme@dev.azure.com/acme/p/_git/r' },
      },
    },
    {},
    {
      ranges: [{ type: 'azure', url: 'https://dev.azure.com/acme/p/_git/r', branch: 'main', from: 'a'.repeat(40), to: 'b'.repeat(40) }],
    },
  ],
])('%s is understood', (_name, topic, body, metadata, expected) => {
  expect(toDelivery(topic, body, metadata)).toMatchObject(expected)
})

test.each<[string, unknown, Record<string, string>]>([
  ['github', { ref: 'refs/tags/v1', commits, repository: { html_url: 'https://github.com/a/b' } }, { 'x-github-event': 'push' }],
  ['github', { zen: 'x' }, { 'x-github-event': 'ping' }],
  ['github', { ref, commits }, { 'x-github-event': 'push' }],
  ['gitlab', { object_kind: 'note' }, {}],
  ['azureDevOps', { eventType: 'git.push' }, {}],
  ['unknown', {}, {}],
  ['gitea', 'text', {}],
])('a delivery to %s that does not concern the catalog means nothing', (topic, body, metadata) => {
  expect(toDelivery(topic, body, metadata)).toBeUndefined()
})
