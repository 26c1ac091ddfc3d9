import type { GithubPeople } from './github-graphql.ts'
import { paged, type FakeAnswer, type FakeRequest } from './fake-server.ts'

/**
 * Members and teams by GitHub's REST API: `/orgs/acme/members`, `/orgs/acme/teams`, `/orgs/acme/teams/slug/members`. Profiles are not in these
 * lists, and the members of a team include those of the teams below it.
 */
export function listGithubPeople(
  request: FakeRequest,
  people: GithubPeople,
  [what, slug, part]: readonly string[],
): FakeAnswer | undefined {
  const page = <T>(all: readonly T[], toJson: (item: T) => unknown): FakeAnswer => {
    const { items, headers } = paged(request, all)
    return { json: items.map(toJson), headers }
  }
  if (what === 'members') return page(people.members, ({ login, databaseId = 1 }) => ({ login, id: databaseId, avatar_url: '' }))
  if (slug === undefined) return page(people.teams, team => toTeam(team, people))
  const team = people.teams.find(each => each.slug === slug)
  return team && part === 'members' ? page(membersBelow(team, people), login => ({ login, id: 1, avatar_url: '' })) : undefined
}

function toTeam({ slug, name = slug, description, parent, databaseId = 1 }: GithubPeople['teams'][number], { teams }: GithubPeople) {
  const above = teams.find(each => each.slug === parent)
  return { id: databaseId, slug, name, description: description ?? null, parent: above ? { slug: above.slug } : null }
}

function membersBelow(team: GithubPeople['teams'][number], people: GithubPeople): string[] {
  const below = people.teams.filter(({ parent, slug }) => parent === team.slug && slug !== team.slug)
  return [...new Set([...team.members, ...below.flatMap(each => membersBelow(each, people))])]
}
