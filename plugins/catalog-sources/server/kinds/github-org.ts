import { z } from 'zod'
import { sourceFailed } from '../errors.ts'
import { toPeopleEntities, transformSettings, type Person, type Team } from '../sources/people.ts'
import type { FindContext } from '../sources/source.ts'
import { callGithub } from './github-graphql.ts'
import { githubPeopleVersion } from './github-people-version.ts'
import { commonSettings, defineSourceKind, hostOf } from './source-kind.ts'

const settings = z.object({
  id: z.string().min(1).exactOptional(),
  githubUrl: z.url().default('https://github.com').describe('Where the organisations are'),
  orgs: z.array(z.string().min(1)).min(1).describe('The organisations whose members and teams are brought'),
  excludeSuspendedUsers: z.boolean().default(false).describe('On GitHub Enterprise Server'),
  transform: transformSettings.exactOptional(),
  ...commonSettings,
})

interface Member {
  readonly login: string
  readonly name: string | null
  readonly email: string
  readonly avatarUrl: string
  readonly bio: string | null
  readonly databaseId: number
  readonly organizationVerifiedDomainEmails?: readonly string[]
  readonly suspendedAt?: string | null
}

interface GithubTeam {
  readonly slug: string
  readonly name: string
  readonly combinedSlug: string
  readonly description: string | null
  readonly avatarUrl: string
  readonly databaseId: number
  readonly parentTeam: { readonly slug: string } | null
  readonly members: { readonly nodes: readonly { readonly login: string }[]; readonly pageInfo: { readonly hasNextPage: boolean } }
}

const membersQuery = (more: string) => `query($org: String!, $cursor: String) {
  organization(login: $org) {
    membersWithRole(first: 100, after: $cursor) {
      pageInfo { hasNextPage endCursor }
      nodes { login name email avatarUrl bio databaseId organizationVerifiedDomainEmails(login: $org) ${more} }
    }
  }
}`

const teamsQuery = `query($org: String!, $cursor: String) {
  organization(login: $org) {
    teams(first: 50, after: $cursor, orderBy: { field: NAME, direction: ASC }) {
      pageInfo { hasNextPage endCursor }
      nodes { slug name combinedSlug description avatarUrl databaseId parentTeam { slug }
        members(first: 100, membership: IMMEDIATE) { pageInfo { hasNextPage } nodes { login } } }
    }
  }
}`

const teamQuery = `query($org: String!, $slug: String!, $cursor: String) {
  organization(login: $org) {
    team(slug: $slug) { members(first: 100, after: $cursor, membership: IMMEDIATE) { pageInfo { hasNextPage endCursor } nodes { login } } }
  }
}`

/** People and nested teams of organisations of GitHub. */
export const githubOrg = defineSourceKind({
  key: 'githubOrg',
  settings,
  source: given => {
    const { host } = new URL(given.githubUrl)
    return {
      title: `People of ${given.orgs.join(', ')} on ${host}`,
      host,
      version: context => githubPeopleVersion(hostOf(context, host, 'github').apiBaseUrl, given.orgs, context),
      async find(context) {
        const { apiBaseUrl: base } = hostOf(context, host, 'github')
        const people = new Map<string, Person>()
        const teams: Team[] = []
        for (const org of given.orgs) {
          for (const person of await listMembers(base, org, given.excludeSuspendedUsers, context)) people.set(person.name, person)
          // Teams of several organisations may have one name.
          const prefix = given.orgs.length > 1 ? `${org}-` : ''
          teams.push(...(await listTeams(base, org, prefix, context)))
        }
        return toPeopleEntities(
          { people: [...people.values()], teams, skipped: [] },
          `url:${given.githubUrl}/${given.orgs[0]}`,
          given.transform,
        )
      },
    }
  },
})

async function listMembers(base: string, org: string, excludeSuspended: boolean, context: FindContext): Promise<Person[]> {
  const query = membersQuery(excludeSuspended ? 'suspendedAt' : '')
  const found = await callGithub<Member>(context, {
    base,
    owner: org,
    query,
    variables: { org },
    connection: ['organization', 'membersWithRole'],
  })
  return found
    .filter(({ suspendedAt }) => !excludeSuspended || !suspendedAt)
    .map(member => ({
      name: member.login,
      displayName: member.name ?? undefined,
      email: member.email || member.organizationVerifiedDomainEmails?.[0],
      picture: member.avatarUrl,
      annotations: { 'github.com/user-login': member.login, 'github.com/user-id': String(member.databaseId) },
      record: { ...member },
    }))
}

async function listTeams(base: string, org: string, prefix: string, context: FindContext): Promise<Team[]> {
  const found = await callGithub<GithubTeam>(context, {
    base,
    owner: org,
    query: teamsQuery,
    variables: { org },
    connection: ['organization', 'teams'],
  })
  const teams: Team[] = []
  for (const team of found) {
    const members = team.members.pageInfo.hasNextPage
      ? await listTeamMembers(base, org, team.slug, context)
      : team.members.nodes.map(({ login }) => login)
    teams.push({
      name: `${prefix}${team.slug}`,
      displayName: team.name,
      description: team.description ?? undefined,
      picture: team.avatarUrl || undefined,
      parent: team.parentTeam === null ? undefined : `${prefix}${team.parentTeam.slug}`,
      members,
      annotations: { 'github.com/team-slug': team.combinedSlug },
      record: { ...team },
    })
  }
  return teams
}

/** A team of more than a hundred has pages of its own. */
async function listTeamMembers(base: string, org: string, slug: string, context: FindContext): Promise<string[]> {
  const connection = ['organization', 'team', 'members']
  const members = await callGithub<{ login: string }>(context, { base, owner: org, query: teamQuery, variables: { org, slug }, connection })
  if (members.length === 0) throw sourceFailed(`The members of the team ${slug} could not be read`)
  return members.map(({ login }) => login)
}
