import type { Entry } from 'ldapts'
import type { Skipped } from '../sources/found.ts'
import type { People, Person, Team } from '../sources/people.ts'
import type { LdapSettings } from './ldap-settings.ts'
import { maxPictureBytes, normalDn, picture, recordOf, text, texts } from './ldap-values.ts'

export type UserSearch = NonNullable<LdapSettings['users']>[number]
export type GroupSearch = NonNullable<LdapSettings['groups']>[number]

/** An entry of the directory with the names by which others may refer to it. */
interface Known<S> {
  readonly entry: Entry
  readonly search: S
  readonly name: string
  readonly dn: string
  readonly rdn: string | undefined
  readonly uuid: string | undefined
}

/** People and teams of entries, and who is in what: members are named by distinguished name, by rdn (`memberUid`) or by uuid. */
export function toPeople(
  users: readonly (readonly [Entry, UserSearch])[],
  groups: readonly (readonly [Entry, GroupSearch])[],
  { vendor }: Pick<LdapSettings, 'vendor'>,
): People {
  const known = <S extends UserSearch | GroupSearch>([entry, search]: readonly [Entry, S]): Known<S> => {
    const rdn = text(entry, search.map.rdn)
    const dn = normalDn((vendor?.dnAttributeName === undefined ? undefined : text(entry, vendor.dnAttributeName)) ?? entry.dn)
    return {
      entry,
      search,
      dn,
      rdn,
      name: text(entry, search.map.name) ?? rdn ?? '',
      uuid: text(entry, vendor?.uuidAttributeName ?? 'entryUUID'),
    }
  }
  const people = users.map(known)
  const teams = groups.map(known)
  const skipped: Skipped[] = []
  const { membersOf, parentOf } = relate(people, teams, skipped)
  return {
    people: people.map((each): Person => {
      const { map, set } = each.search
      return {
        name: each.name,
        label: each.dn,
        displayName: text(each.entry, map.displayName),
        email: text(each.entry, map.email),
        description: map.description === undefined ? undefined : text(each.entry, map.description),
        picture: pictureOf(each, map.picture, skipped),
        annotations: annotationsOf(each),
        record: recordOf(each.entry),
        ...(set && { fixed: set }),
      }
    }),
    teams: teams.map((each): Team => {
      const { map, set } = each.search
      return {
        name: each.name,
        displayName: text(each.entry, map.displayName),
        description: text(each.entry, map.description),
        type: text(each.entry, map.type),
        email: map.email === undefined ? undefined : text(each.entry, map.email),
        picture: pictureOf(each, map.picture, skipped),
        parent: parentOf.get(each)?.name,
        members: [...(membersOf.get(each) ?? [])].map(({ name }) => name),
        annotations: annotationsOf(each),
        record: recordOf(each.entry),
        ...(set && { fixed: set }),
      }
    }),
    skipped,
  }
}

function relate(people: readonly Known<UserSearch>[], teams: readonly Known<GroupSearch>[], skipped: Skipped[]) {
  const personBy = lookup(people)
  const teamBy = lookup(teams)
  const membersOf = new Map(teams.map(team => [team, new Set<Known<UserSearch>>()]))
  const parents = new Map(teams.map(team => [team, new Set<Known<GroupSearch>>()]))
  for (const person of people)
    for (const value of texts(person.entry, person.search.map.memberOf)) membersOf.get(teamBy(value) as Known<GroupSearch>)?.add(person)
  for (const team of teams) {
    for (const value of texts(team.entry, team.search.map.members)) {
      const person = personBy(value)
      const below = person ? undefined : teamBy(value)
      if (person) membersOf.get(team)?.add(person)
      else if (below) parents.get(below)?.add(team)
    }
    for (const value of texts(team.entry, team.search.map.memberOf)) {
      const above = teamBy(value)
      if (above) parents.get(team)?.add(above)
    }
  }
  const parentOf = new Map<Known<GroupSearch>, Known<GroupSearch>>()
  for (const [team, all] of parents) {
    // The same one in each run, whatever the order of the directory.
    const [first, ...others] = [...all].toSorted((a, b) => a.name.localeCompare(b.name))
    if (first) parentOf.set(team, first)
    if (first && others.length > 0)
      skipped.push({
        what: team.name,
        why: `it is in ${[first, ...others].map(({ name }) => name).join(', ')}: a group has one parent, ${first.name} is used`,
      })
  }
  return { membersOf, parentOf }
}

/** Finds an entry by any of its names. A distinguished name is never a short one, so these cannot be confused. */
function lookup<S>(all: readonly Known<S>[]): (value: string) => Known<S> | undefined {
  const byDn = new Map(all.map(each => [each.dn, each]))
  const byShort = new Map<string, Known<S>>()
  for (const each of all) for (const short of [each.rdn, each.uuid]) if (short !== undefined) byShort.set(short.toLowerCase(), each)
  return value => byDn.get(normalDn(value)) ?? byShort.get(value.toLowerCase())
}

function pictureOf({ entry, name }: Known<unknown>, attribute: string | undefined, skipped: Skipped[]): string | undefined {
  const found = attribute === undefined ? undefined : picture(entry, attribute)
  if (found !== 'tooLarge') return found
  skipped.push({ what: name, why: `the picture has more than ${maxPictureBytes / 1024} kB and is left out` })
  return undefined
}

function annotationsOf({ entry, rdn, uuid }: Known<unknown>) {
  return { 'backstage.io/ldap-rdn': rdn, 'backstage.io/ldap-dn': entry.dn, 'backstage.io/ldap-uuid': uuid }
}
