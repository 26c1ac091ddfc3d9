import type { FakeAnswer, FakeRequest } from './fake-server.ts'
import type { RepositoryModel } from './repository-model.ts'

export interface GithubPeople {
  members: { login: string; name?: string; email?: string; bio?: string; avatarUrl?: string; databaseId?: number; suspended?: boolean }[]
  teams: { slug: string; name?: string; description?: string; parent?: string; members: string[]; databaseId?: number }[]
}

interface Asked {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** GitHub's GraphQL, for the queries of discovery: it looks at which connection is asked for, and pages by cursor. */
export function answerGithubGraphql(request: FakeRequest, model: RepositoryModel, people: GithubPeople): FakeAnswer {
  const { query, variables } = request.json<Asked & Record<string, unknown>>()
  const organisation = String(variables['org'])
  const isKnown = model.repositories.some(each => each.owner === organisation) || people.teams.length > 0 || people.members.length > 0
  if (!isKnown)
    return {
      json: {
        data: { organization: null },
        errors: [{ type: 'NOT_FOUND', message: `Could not resolve to an Organization with the login of '${organisation}'.` }],
      },
    }
  if (query.includes('repositories('))
    return { json: { data: { organization: { repositories: ofRepositories(variables, organisation, model, request.url.origin) } } } }
  if (query.includes('membersWithRole(')) return { json: { data: { organization: { membersWithRole: ofMembers(variables, people) } } } }
  if (query.includes('team(slug')) {
    const team = people.teams.find(({ slug }) => slug === variables['slug'])
    return {
      json: {
        data: {
          organization: {
            team: team && {
              members: cut(
                team.members.map(login => ({ login })),
                variables,
                100,
              ),
            },
          },
        },
      },
    }
  }
  return { json: { data: { organization: { teams: ofTeams(variables, people) } } } }
}

function cut<T>(items: readonly T[], variables: Readonly<Record<string, unknown>>, size = 100, cursor = variables['cursor']) {
  const start = typeof cursor === 'string' ? Number(cursor) : 0
  const end = start + size
  return { nodes: items.slice(start, end), pageInfo: { hasNextPage: end < items.length, endCursor: String(end) } }
}

function ofRepositories(variables: Readonly<Record<string, unknown>>, organisation: string, model: RepositoryModel, origin: string) {
  const path = String(variables['path'] ?? '').replace(/^HEAD:/, '')
  const all = model.repositories.filter(({ owner }) => owner === organisation)
  return cut(
    all.map(each => ({
      databaseId: each.id,
      name: each.name,
      url: `${origin}/${each.owner}/${each.name}`,
      description: each.description ?? null,
      isArchived: each.isArchived,
      isFork: each.isFork,
      visibility: each.visibility.toUpperCase(),
      defaultBranchRef: each.branches.has(each.defaultBranch) ? { name: each.defaultBranch } : null,
      primaryLanguage: each.language === undefined ? null : { name: each.language },
      repositoryTopics: { nodes: each.topics.map(name => ({ topic: { name } })) },
      descriptor: path !== '' && model.resolve(each, each.defaultBranch)?.files.has(path) ? { id: 'blob' } : null,
      codeowners: textOf(model.resolve(each, each.defaultBranch)?.files.get('CODEOWNERS')),
      githubCodeowners: textOf(model.resolve(each, each.defaultBranch)?.files.get('.github/CODEOWNERS')),
      docsCodeowners: null,
    })),
    variables,
  )
}

function textOf(bytes: Buffer | undefined) {
  return bytes === undefined ? null : { text: String(bytes) }
}

function ofMembers(variables: Readonly<Record<string, unknown>>, { members }: GithubPeople) {
  return cut(
    members.map(({ suspended, ...each }) => ({
      name: null,
      email: '',
      bio: null,
      avatarUrl: '',
      databaseId: 1,
      organizationVerifiedDomainEmails: [],
      ...(suspended !== undefined && { suspendedAt: suspended ? '2026-01-01' : null }),
      ...each,
    })),
    variables,
  )
}

function ofTeams(variables: Readonly<Record<string, unknown>>, { teams }: GithubPeople) {
  return cut(
    teams.map(({ slug, name = slug, description, parent, members, databaseId }) => ({
      slug,
      databaseId: databaseId ?? 1,
      name,
      combinedSlug: `acme/${slug}`,
      description: description ?? null,
      avatarUrl: '',
      editTeamUrl: '',
      parentTeam: parent === undefined ? null : { slug: parent },
      members: cut(
        members.map(login => ({ login })),
        {},
        100,
        undefined,
      ),
    })),
    variables,
    50,
  )
}
