import { AppError, inputError, notFoundError } from '@portico/core/common'
import { bytes, parseOutsideJson, type Upload } from '@portico/core/server'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { People, Person, Team } from '../sources/people.ts'
import { patchResource } from './patch-resource.ts'
import type { ScimResource, ScimStore, ScimType } from './scim-store.ts'

const maxBytes = 5 * 2 ** 20
const maxPage = 1000
const schemaOf = { Users: 'urn:ietf:params:scim:schemas:core:2.0:User', Groups: 'urn:ietf:params:scim:schemas:core:2.0:Group' } as const

const Patch = z.object({
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() }))
    .min(1)
    .max(1000),
})
const Data = z.record(z.string(), z.unknown())

export interface ScimDependencies {
  readonly store: ScimStore
  /** The catalog follows soon. */
  readonly onChange: () => Promise<void>
}

export type Scim = ReturnType<typeof createScim>

/** SCIM 2.0, as far as identity providers use it to push users and groups. */
export function createScim({ store, onChange }: ScimDependencies) {
  async function keep(type: ScimType, id: string, data: Record<string, unknown>): Promise<ScimResource> {
    const key = keyOf(type, data)
    const found = await store.replace(type, id, key, data)
    if (found === 'taken') throw resourceExists(key)
    if (!found) throw resourceNotFound(type, id)
    await onChange()
    return found
  }

  return {
    config: () =>
      reply({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        patch: { supported: true },
        bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
        filter: { supported: true, maxResults: maxPage },
        changePassword: { supported: false },
        sort: { supported: false },
        etag: { supported: false },
        authenticationSchemes: [{ type: 'oauthbearertoken', name: 'Bearer token', description: 'A token of backend.auth.externalAccess' }],
      }),
    async list(
      given: string,
      { filter, startIndex = 1, count = 100 }: { filter?: string | undefined; startIndex?: number | undefined; count?: number | undefined },
    ) {
      const type = typeOf(given)
      const [, key] = /^\s*(?:userName|displayName)\s+eq\s+"([^"]*)"\s*$/i.exec(filter ?? '') ?? []
      if (filter !== undefined && key === undefined)
        throw inputError(`The filter '${filter}' is not supported: use userName eq or displayName eq`, {
          code: 'catalog-sources.scim-invalid',
        })
      const all = await store.list(type, key)
      const start = Math.max(startIndex, 1)
      const page = all.slice(start - 1, start - 1 + Math.min(Math.max(count, 0), maxPage))
      const schemas = ['urn:ietf:params:scim:api:messages:2.0:ListResponse']
      return reply({ schemas, totalResults: all.length, startIndex: start, itemsPerPage: page.length, Resources: page.map(toJson) })
    },
    async get(given: string, id: string) {
      const type = typeOf(given)
      const found = await store.get(type, id)
      if (!found) throw resourceNotFound(type, id)
      return reply(toJson(found))
    },
    async create(given: string, stream: Upload) {
      const type = typeOf(given)
      const data = await readData(stream)
      const key = keyOf(type, data)
      const found = await store.add(type, randomUUID(), key, data)
      if (!found) throw resourceExists(key)
      await onChange()
      return reply(toJson(found), 201)
    },
    replace: async (given: string, id: string, stream: Upload) => reply(toJson(await keep(typeOf(given), id, await readData(stream)))),
    async change(given: string, id: string, stream: Upload) {
      const type = typeOf(given)
      const known = await store.get(type, id)
      if (!known) throw resourceNotFound(type, id)
      const result = Patch.safeParse(await readBody(stream))
      if (!result.success) throw inputError('A PATCH of SCIM has a list of Operations', { code: 'catalog-sources.scim-invalid' })
      return reply(toJson(await keep(type, id, patchResource(known.data, result.data.Operations))))
    },
    async remove(given: string, id: string) {
      const type = typeOf(given)
      if (!(await store.remove(type, id))) throw resourceNotFound(type, id)
      await onChange()
      return bytes('', { status: 204 })
    },
    /** Everything that was pushed, as people and teams. Users who are not active have left. */
    async people(): Promise<People> {
      const users = (await store.list('Users')).filter(({ data }) => data['active'] !== false)
      const groups = await store.list('Groups')
      const names = new Map(users.map(({ id, data }) => [id, text(data['userName'])]))
      const titles = new Map(groups.map(({ id, data }) => [id, text(data['displayName'])]))
      const members = (data: ScimResource['data']) =>
        Array.isArray(data['members']) ? (data['members'] as { value?: unknown }[]).map(({ value }) => text(value)) : []
      const parents = new Map(
        groups.flatMap(({ id, data }) =>
          members(data)
            .filter(member => titles.has(member))
            .map(member => [member, titles.get(id) ?? ''] as const),
        ),
      )
      return {
        skipped: [],
        people: users.map(({ id, data }): Person => ({
          name: names.get(id) ?? '',
          displayName: displayNameOf(data),
          email: emailOf(data),
          record: data,
        })),
        teams: groups.map(({ id, data }): Team => ({
          name: titles.get(id) ?? '',
          displayName: titles.get(id),
          parent: parents.get(id),
          members: members(data).flatMap(member => names.get(member) ?? []),
          record: data,
        })),
      }
    },
  }
}

function typeOf(given: string): ScimType {
  if (given === 'Users' || given === 'Groups') return given
  throw notFoundError(`There is no resource type '${given}'`, { code: 'catalog-sources.scim-unknown-type' })
}

function resourceExists(key: string) {
  return new AppError('ConflictError', `'${key}' is there already`, { code: 'catalog-sources.scim-exists' })
}

function resourceNotFound(type: ScimType, id: string) {
  return notFoundError(`There is no resource '${id}' in ${type}`, { code: 'catalog-sources.scim-not-found' })
}

function keyOf(type: ScimType, data: Readonly<Record<string, unknown>>): string {
  const field = type === 'Users' ? 'userName' : 'displayName'
  const key = text(data[field])
  if (key === '') throw inputError(`${field} is missing`, { code: 'catalog-sources.scim-invalid' })
  return key
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function displayNameOf(data: ScimResource['data']): string | undefined {
  const { formatted, givenName, familyName } = (data['name'] ?? {}) as Record<string, unknown>
  return text(data['displayName']) || text(formatted) || [text(givenName), text(familyName)].filter(Boolean).join(' ') || undefined
}

function emailOf(data: ScimResource['data']): string | undefined {
  const emails = (Array.isArray(data['emails']) ? data['emails'] : []) as { value?: unknown; primary?: unknown }[]
  return text((emails.find(({ primary }) => primary === true) ?? emails[0])?.value) || undefined
}

function toJson({ id, type, data, createdAt, changedAt }: ScimResource) {
  const meta = {
    resourceType: type === 'Users' ? 'User' : 'Group',
    created: createdAt.toISOString(),
    lastModified: changedAt.toISOString(),
  }
  return { schemas: [schemaOf[type]], ...data, id, meta }
}

function reply(value: object, status = 200) {
  return bytes(JSON.stringify(value), { status, headers: { 'content-type': 'application/scim+json' } })
}

async function readData(stream: Upload): Promise<Record<string, unknown>> {
  const result = Data.safeParse(await readBody(stream))
  if (!result.success) throw inputError('A user or group of SCIM is an object', { code: 'catalog-sources.scim-invalid' })
  return result.data
}

async function readBody(stream: Upload): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (stream ?? []) as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest is read and dropped, so that the caller hears the answer.
    if (size <= maxBytes) chunks.push(chunk)
    else if (size > 20 * maxBytes) break
  }
  if (size > maxBytes)
    throw new AppError('PayloadTooLargeError', 'A request of SCIM has at most 5 MB', { code: 'catalog-sources.scim-too-large' })
  const value = parseOutsideJson(String(Buffer.concat(chunks)))
  if (value === undefined) throw inputError('The body is not JSON', { code: 'catalog-sources.scim-invalid' })
  return value
}
