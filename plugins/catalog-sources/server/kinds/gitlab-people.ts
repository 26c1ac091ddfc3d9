import type { Person, People, Team } from '../sources/people.ts'
import type { FindContext } from '../sources/source.ts'

interface Dependencies {
  readonly group: string
  readonly groupPattern?: string
  readonly userPattern?: string
  readonly relations: readonly string[]
}

interface Group {
  readonly id: number
  readonly full_path: string
  readonly name: string
  readonly parent_id?: number | null
  readonly description?: string
  readonly avatar_url?: string | null
}

interface Member {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly state?: string
  readonly email?: string
  readonly public_email?: string | null
  readonly avatar_url?: string | null
}

/** Members that are so by a group above, or by one that was invited. */
const indirect = ['INHERITED', 'SHARED_FROM_GROUPS', 'SHARED_INTO_ANCESTORS']

/**
 * The groups of GitLab below one, nested as they are, and their members: the direct ones, and those of the relations that are asked for.
 * Members who are blocked are left out.
 */
export async function listGitlabPeople(base: string, given: Dependencies, { api, signal }: FindContext): Promise<People> {
  const options = { query: { per_page: 100 }, signal, isCached: true }
  const all = async <T>(url: string): Promise<T[]> => {
    const found: T[] = []
    for await (const page of api.pages<T[]>(url, options)) found.push(...page)
    return found
  }
  const root = given.group === '' ? undefined : `${base}/groups/${encodeURIComponent(given.group)}`
  const groups =
    root === undefined
      ? await all<Group>(`${base}/groups`)
      : [await api.json<Group>(root, { signal, isCached: true }), ...(await all<Group>(`${root}/descendant_groups`))]
  const wanted = groups.filter(({ full_path: path }) => given.groupPattern === undefined || new RegExp(given.groupPattern).test(path))
  const names = new Map(wanted.map(group => [group.id, nameOf(group, given)]))
  const members = given.relations.some(each => indirect.includes(each)) ? 'members/all' : 'members'
  const people = new Map<string, Person>()
  const teams: Team[] = []
  for (const group of wanted) {
    const inside = (await all<Member>(`${base}/groups/${group.id}/${members}`)).filter(
      ({ username, state = 'active' }) =>
        state === 'active' && (given.userPattern === undefined || new RegExp(given.userPattern).test(username)),
    )
    for (const member of inside) people.set(member.username, toPerson(member))
    teams.push({
      name: nameOf(group, given),
      displayName: group.name,
      description: group.description,
      parent: names.get(group.parent_id ?? 0),
      members: inside.map(({ username }) => username),
      picture: group.avatar_url ?? undefined,
      record: { ...group },
    })
  }
  const whole = given.relations.includes('DESCENDANTS') ? teams.map(team => ({ ...team, members: membersBelow(team, teams) })) : teams
  return { people: [...people.values()], teams: whole, skipped: [] }
}

/** The members of a team and of all teams below it. Groups of GitLab are a tree. */
function membersBelow(team: Team, teams: readonly Team[]): string[] {
  const below = teams.filter(({ parent }) => parent === team.name)
  return [...new Set([...team.members, ...below.flatMap(each => membersBelow(each, teams))])]
}

/** Groups of one name are in several places: the path below the root tells them apart. */
function nameOf({ full_path: path }: Group, { group }: Dependencies): string {
  const below = group !== '' && path.startsWith(`${group}/`) ? path.slice(group.length + 1) : path
  return below.replaceAll('/', '-')
}

function toPerson(member: Member): Person {
  const { username, name, email, public_email: shown, avatar_url: picture } = member
  return {
    name: username,
    displayName: name,
    email: email ?? shown ?? undefined,
    picture: picture ?? undefined,
    annotations: { 'gitlab.com/user-login': username },
    record: { ...member },
  }
}
