import { Client, type Entry } from 'ldapts'
import { readFileSync } from 'node:fs'
import { sourceFailed } from '../errors.ts'
import type { People, Person, Team } from '../people.ts'
import type { LdapSettings } from './ldap-settings.ts'

const timeoutMs = 60_000
const pageSize = 500

type Search = NonNullable<LdapSettings['users'] | LdapSettings['groups']>[number]

/** Reads the people and groups that the settings name. Groups lie within groups by `memberOf`, or by being members. */
export async function readDirectory(settings: LdapSettings, signal: AbortSignal): Promise<People> {
  const client = new Client({ url: settings.target, timeout: timeoutMs, connectTimeout: 15_000, strictDN: false, ...tlsOf(settings) })
  const stop = () => void client.unbind().catch(() => {})
  signal.addEventListener('abort', stop)
  try {
    if (settings.bind) await client.bind(settings.bind.dn, settings.bind.secret)
    const users: [Entry, NonNullable<LdapSettings['users']>[number]][] = []
    for (const search of settings.users ?? []) for (const entry of await find(client, search)) users.push([entry, search])
    const groups: [Entry, NonNullable<LdapSettings['groups']>[number]][] = []
    for (const search of settings.groups ?? [])
      for (const entry of await find(client, search)) groups.push([await withAllMembers(client, entry, search.map.members), search])
    return toPeople(users, groups, settings)
  } catch (error) {
    signal.throwIfAborted()
    throw sourceFailed(
      `${new URL(settings.target).host} could not be read: ${error instanceof Error ? error.message || error.name : String(error)}`,
      error,
    )
  } finally {
    signal.removeEventListener('abort', stop)
    await client.unbind().catch(() => {})
  }
}

function tlsOf({ target, tls }: LdapSettings) {
  if (!target.startsWith('ldaps:')) return {}
  const { rejectUnauthorized = true, keys, certs } = tls ?? {}
  return {
    tlsOptions: {
      rejectUnauthorized,
      ...(keys !== undefined && { key: readFileSync(keys) }),
      ...(certs !== undefined && { cert: readFileSync(certs) }),
    },
  }
}

async function find(client: Client, { dn, options }: Search): Promise<Entry[]> {
  const { scope, filter, attributes, paged } = options
  const size = typeof paged === 'object' ? paged.pageSize : pageSize
  const { searchEntries } = await client.search(dn, {
    scope,
    ...(filter !== undefined && { filter }),
    ...(attributes && { attributes: [...attributes] }),
    ...(paged !== false && { paged: { pageSize: size } }),
  })
  return searchEntries
}

/** Active Directory gives long lists of members in parts, such as `member;range=0-1499`. The others are asked for one after the other. */
async function withAllMembers(client: Client, entry: Entry, name: string): Promise<Entry> {
  const members: string[] = []
  let part = partOf(entry, name)
  if (!part) return entry
  for (;;) {
    members.push(...part.values)
    if (part.end === undefined) return withValues(entry, name, members)
    const attributes = [`${name};range=${part.end + 1}-*`]
    const { searchEntries } = await client.search(entry.dn, { scope: 'base', attributes })
    const next = searchEntries[0] && partOf(searchEntries[0], name)
    if (!next || next.start !== part.end + 1) throw new Error(`the members of ${entry.dn} after number ${part.end + 1} were not given`)
    part = next
  }
}

/** The directory gives the attribute itself as well, empty and in any letter case. */
function withValues(entry: Entry, name: string, values: string[]): Entry {
  const others = Object.entries(entry).filter(([key]) => key.toLowerCase() !== name.toLowerCase())
  return { ...Object.fromEntries(others), dn: entry.dn, [name]: values }
}

/** A part of the values of an attribute; the last one has no end. */
function partOf(entry: Entry, name: string) {
  for (const key of Object.keys(entry)) {
    const [, attribute = '', start, end] = /^(.+);range=(\d+)-(\d+|\*)$/i.exec(key) ?? []
    const values = attribute.toLowerCase() === name.toLowerCase() ? texts(entry, key) : []
    // The library adds what was asked for and not given, without values.
    if (values.length > 0) return { start: Number(start), end: end === '*' ? undefined : Number(end), values }
  }
  return undefined
}

function toPeople(
  users: readonly [Entry, NonNullable<LdapSettings['users']>[number]][],
  groups: readonly [Entry, NonNullable<LdapSettings['groups']>[number]][],
  { vendor }: LdapSettings,
): People {
  const dnOf = (entry: Entry) =>
    normal(vendor?.dnAttributeName === undefined ? entry.dn : (text(entry, vendor.dnAttributeName) ?? entry.dn))
  const uuid = vendor?.uuidAttributeName ?? 'entryUUID'
  const names = new Map(users.map(([entry, { map }]) => [dnOf(entry), text(entry, map.name) ?? text(entry, map.rdn) ?? '']))
  const groupNames = new Map(groups.map(([entry, { map }]) => [dnOf(entry), text(entry, map.name) ?? text(entry, map.rdn) ?? '']))
  const members = new Map<string, Set<string>>([...groupNames.keys()].map(dn => [dn, new Set<string>()]))
  const parents = new Map<string, string>()
  for (const [entry, { map }] of users)
    for (const dn of texts(entry, map.memberOf).map(normal)) members.get(dn)?.add(names.get(dnOf(entry)) ?? '')
  for (const [entry, { map }] of groups) {
    const own = dnOf(entry)
    for (const dn of texts(entry, map.members).map(normal)) {
      const person = names.get(dn)
      if (person !== undefined) members.get(own)?.add(person)
      else if (groupNames.has(dn)) parents.set(dn, own)
    }
    for (const dn of texts(entry, map.memberOf).map(normal)) if (groupNames.has(dn)) parents.set(own, dn)
  }
  return {
    skipped: [],
    people: users.map(([entry, { map, set }]): Person => ({
      name: names.get(dnOf(entry)) ?? '',
      displayName: text(entry, map.displayName),
      email: text(entry, map.email),
      picture: map.picture === undefined ? undefined : text(entry, map.picture),
      annotations: annotationsOf(entry, text(entry, map.rdn), uuid),
      record: { ...entry, ...set },
    })),
    teams: groups.map(([entry, { map, set }]): Team => ({
      name: groupNames.get(dnOf(entry)) ?? '',
      displayName: text(entry, map.displayName),
      description: text(entry, map.description),
      type: text(entry, map.type) ?? 'team',
      email: map.email === undefined ? undefined : text(entry, map.email),
      picture: map.picture === undefined ? undefined : text(entry, map.picture),
      parent: groupNames.get(parents.get(dnOf(entry)) ?? ''),
      members: [...(members.get(dnOf(entry)) ?? [])],
      annotations: annotationsOf(entry, text(entry, map.rdn), uuid),
      record: { ...entry, ...set },
    })),
  }
}

function annotationsOf(entry: Entry, rdn: string | undefined, uuid: string) {
  return { 'backstage.io/ldap-rdn': rdn, 'backstage.io/ldap-dn': entry.dn, 'backstage.io/ldap-uuid': text(entry, uuid) }
}

/** Distinguished names differ in letter case and blanks and mean the same. */
function normal(dn: string): string {
  return dn.toLowerCase().replaceAll(/\s*([,=])\s*/g, '$1')
}

/** The values of an attribute, whose name may have any letter case. */
function texts(entry: Entry, name: string): string[] {
  const key = Object.keys(entry).find(each => each.toLowerCase() === name.toLowerCase())
  const value = key === undefined ? undefined : entry[key]
  const all = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return all.map(String).filter(each => each !== '')
}

function text(entry: Entry, name: string): string | undefined {
  return texts(entry, name)[0]
}
