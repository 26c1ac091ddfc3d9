import { Client, type Entry } from 'ldapts'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { sourceFailed } from '../errors.ts'
import type { People } from '../sources/people.ts'
import { describeLdapError } from './ldap-errors.ts'
import { toPeople, type GroupSearch, type UserSearch } from './ldap-people.ts'
import type { LdapSettings } from './ldap-settings.ts'
import { normalFilter, texts } from './ldap-values.ts'

const timeoutMs = 60_000
const pageSize = 500
/** All attributes of people and groups, and those that the directory keeps itself, such as `entryUUID` and `memberOf`. */
const allAttributes = ['*', '+']

/** Reads the people and groups that the settings name. Groups lie within groups by `memberOf`, or by being members. */
export async function readDirectory(settings: LdapSettings, signal: AbortSignal): Promise<People> {
  const client = new Client({
    url: settings.target,
    timeout: timeoutMs,
    connectTimeout: 15_000,
    strictDN: false,
    ...ldapsOptions(settings),
  })
  const stop = () => void client.unbind().catch(() => {})
  signal.addEventListener('abort', stop)
  try {
    await startTls(client, settings)
    if (settings.bind) await client.bind(settings.bind.dn, settings.bind.secret)
    const users: [Entry, UserSearch][] = []
    for (const search of settings.users ?? []) for (const entry of await find(client, search, settings)) users.push([entry, search])
    const groups: [Entry, GroupSearch][] = []
    for (const search of settings.groups ?? [])
      for (const entry of await find(client, search, settings))
        groups.push([await withAllMembers(client, entry, search.map.members), search])
    return toPeople(users, groups, settings)
  } catch (error) {
    signal.throwIfAborted()
    throw sourceFailed(`${new URL(settings.target).host} could not be read: ${describeLdapError(error)}`, error)
  } finally {
    signal.removeEventListener('abort', stop)
    await client.unbind().catch(() => {})
  }
}

function ldapsOptions(settings: LdapSettings) {
  return settings.target.startsWith('ldaps:') ? { tlsOptions: tlsOptions(settings) } : {}
}

/** Where `tls` is set, the password and the people never travel in the clear: a directory that cannot start TLS is not read. */
async function startTls(client: Client, settings: LdapSettings): Promise<void> {
  if (settings.target.startsWith('ldaps:') || settings.tls === undefined) return
  try {
    await client.startTLS(tlsOptions(settings))
  } catch (error) {
    throw new Error(
      `StartTLS failed: ${describeLdapError(error)}. catalog.providers.ldapOrg has tls with an address of ldap:, so the connection must be encrypted; use ldaps:, or remove tls`,
      { cause: error },
    )
  }
}

function tlsOptions({ target, tls }: LdapSettings): ConnectionOptions {
  const { rejectUnauthorized = true, keys, certs, ca } = tls ?? {}
  const { hostname } = new URL(target)
  return {
    host: hostname,
    ...(isIP(hostname) === 0 && { servername: hostname }),
    rejectUnauthorized,
    ...(keys !== undefined && { key: readFileSync(keys) }),
    ...(certs !== undefined && { cert: readFileSync(certs) }),
    ...(ca !== undefined && { ca: readFileSync(ca) }),
  }
}

async function find(client: Client, { dn, options, map }: UserSearch | GroupSearch, { vendor }: LdapSettings): Promise<Entry[]> {
  const { scope, filter, attributes, paged } = options
  const size = typeof paged === 'object' ? paged.pageSize : pageSize
  // Whoever names attributes means those for transformers: without the ones of the map nobody would have a name.
  const needed = [...Object.values(map), vendor?.uuidAttributeName ?? 'entryUUID', vendor?.dnAttributeName].filter(
    name => name !== undefined,
  )
  const { searchEntries } = await client.search(dn, {
    scope,
    ...(filter !== undefined && { filter: normalFilter(filter) }),
    attributes: attributes ? [...new Set([...attributes, ...needed])] : allAttributes,
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
