import { secret } from '@portico/core/server'
import { z } from 'zod'
import { toPeopleEntities, transformSettings, type Person, type Team } from '../sources/people.ts'
import type { Skipped } from '../sources/found.ts'
import { mapConcurrently } from './look-into.ts'
import type { FindContext } from '../sources/source.ts'
import { createGraph, type Graph } from './microsoft-graph-client.ts'
import { commonSettings, defineSourceKind } from './source-kind.ts'

const list = {
  path: z.string().min(1).exactOptional(),
  filter: z.string().min(1).exactOptional(),
  expand: z.string().min(1).exactOptional(),
  select: z.array(z.string()).exactOptional(),
}

const settings = z.object({
  id: z.string().min(1).exactOptional(),
  tenantId: z.string().min(1),
  clientId: z.string().min(1).exactOptional(),
  clientSecret: secret(z.string().min(1)).exactOptional(),
  target: z.url().default('https://graph.microsoft.com/v1.0').describe('The address of Microsoft Graph'),
  authority: z.url().default('https://login.microsoftonline.com').describe('Where tokens come from'),
  queryMode: z.enum(['basic', 'advanced']).default('basic'),
  user: z.object({ ...list, loadPhotos: z.boolean().default(false) }).prefault({}),
  group: z.object({ ...list, search: z.string().min(1).exactOptional(), includeSubGroups: z.boolean().default(false) }).prefault({}),
  userGroupMember: z
    .object({
      path: z.string().min(1).exactOptional(),
      filter: z.string().min(1).exactOptional(),
      search: z.string().min(1).exactOptional(),
    })
    .exactOptional()
    .describe('Groups whose members are the people, in place of a filter of users'),
  transform: transformSettings.exactOptional(),
  ...commonSettings,
})

type Settings = z.output<typeof settings>

interface GraphUser {
  readonly id: string
  readonly displayName?: string | null
  readonly mail?: string | null
  readonly userPrincipalName?: string | null
  readonly mailNickname?: string | null
  readonly accountEnabled?: boolean
}

interface GraphGroup {
  readonly id: string
  readonly displayName?: string | null
  readonly description?: string | null
  readonly mail?: string | null
  readonly mailNickname?: string | null
  readonly securityEnabled?: boolean
}

interface Member {
  readonly '@odata.type'?: string
  readonly id: string
}

const userFields = ['id', 'displayName', 'mail', 'userPrincipalName', 'accountEnabled']
const groupFields = ['id', 'displayName', 'description', 'mail', 'members']
const maxConcurrentPhotos = 4

/** People and groups of Microsoft Entra, by Microsoft Graph. */
export const microsoftGraphOrg = defineSourceKind({
  key: 'microsoftGraphOrg',
  settings,
  source: given => ({
    title: `People of the tenant ${given.tenantId}`,
    host: new URL(given.target).host,
    version: (context, known) => createGraph(given, context).changeLinks({ users: userFields, groups: groupFields }, known),
    async find(context) {
      const graph = createGraph(given, context)
      const skipped: Skipped[] = []
      const users = await listUsers(graph, given)
      const groups = await graph.all<GraphGroup>(given.group.path ?? 'groups', {
        ...given.group,
        isAdvanced: given.queryMode === 'advanced',
      })
      const photos = given.user.loadPhotos ? await loadPhotos(graph, users) : undefined
      const people = users.flatMap(user => toPerson(user, given.tenantId, photos?.get(user.id)) ?? [])
      return toPeopleEntities(
        { people, teams: await listTeams(graph, groups, users, given, context), skipped },
        `msgraph:${given.tenantId}`,
        given.transform,
      )
    },
  }),
})

async function loadPhotos(graph: Graph, users: readonly GraphUser[]): Promise<Map<string, string | undefined>> {
  const photos = await mapConcurrently(users, maxConcurrentPhotos, ({ id }) => graph.photo(id))
  return new Map(users.map(({ id }, index) => [id, photos[index]]))
}

async function listUsers(graph: Graph, { user, userGroupMember, queryMode }: Settings): Promise<GraphUser[]> {
  const isAdvanced = queryMode === 'advanced'
  const select = [...new Set([...userFields, ...(user.select ?? [])])]
  if (!userGroupMember) return graph.all<GraphUser>(user.path ?? 'users', { ...user, select, isAdvanced })
  const found = new Map<string, GraphUser>()
  for (const { id } of await graph.all<GraphGroup>(userGroupMember.path ?? 'groups', { ...userGroupMember, select: ['id'], isAdvanced }))
    for (const member of await graph.all<GraphUser>(`groups/${id}/transitiveMembers/microsoft.graph.user`, { ...user, select, isAdvanced }))
      found.set(member.id, member)
  return [...found.values()]
}

async function listTeams(
  graph: Graph,
  groups: readonly GraphGroup[],
  users: readonly GraphUser[],
  given: Settings,
  { signal }: FindContext,
): Promise<Team[]> {
  const names = new Map(users.flatMap(user => (nameOf(user) === undefined ? [] : [[user.id, nameOf(user) ?? ''] as const])))
  const known = new Map(groups.map(group => [group.id, group]))
  const parents = new Map<string, string>()
  const teams: Team[] = []
  for (const group of known.values()) {
    signal.throwIfAborted()
    const members = await graph.all<Member>(`groups/${group.id}/members`, { select: ['id'], isAdvanced: false })
    const inner = members.filter(({ '@odata.type': type }) => type === '#microsoft.graph.group')
    for (const { id } of inner) parents.set(id, group.id)
    if (given.group.includeSubGroups)
      for (const { id } of inner) if (!known.has(id)) known.set(id, await graph.one<GraphGroup>(`groups/${id}`))
    teams.push({
      name: teamName(group),
      displayName: group.displayName ?? undefined,
      description: group.description ?? undefined,
      email: group.mail ?? undefined,
      members: members.flatMap(({ id }) => names.get(id) ?? []),
      annotations: { 'graph.microsoft.com/group-id': group.id },
      record: { ...group },
    })
  }
  return teams.map(team => {
    const parent = known.get(parents.get(String(team.record['id'])) ?? '')
    return parent ? { ...team, parent: teamName(parent) } : team
  })
}

function nameOf({ mail, userPrincipalName }: GraphUser): string | undefined {
  return mail || userPrincipalName || undefined
}

function teamName({ mailNickname, displayName, id }: GraphGroup): string {
  return mailNickname || displayName || id
}

function toPerson(user: GraphUser, tenant: string, picture: string | undefined): Person | undefined {
  const name = nameOf(user)
  if (name === undefined) return undefined
  return {
    name,
    displayName: user.displayName ?? undefined,
    email: user.mail ?? undefined,
    picture,
    annotations: {
      'graph.microsoft.com/user-id': user.id,
      'graph.microsoft.com/tenant-id': tenant,
      'microsoft.com/email': user.mail ?? undefined,
    },
    record: { ...user },
  }
}
