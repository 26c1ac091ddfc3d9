import type { AuditEntry, RequestMetadata } from '@portico/core/server'
import { createRecordingLog } from '@portico/core/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { createUsers, type UserCatalog, type UserQuery } from '../users/user-catalog.ts'
import { usernameMatchingUserEntityName } from './common-resolvers.ts'
import { createUserResolution } from './resolve-user.ts'
import type { Person } from './resolver.ts'
import { signInSettings } from './sign-in-settings.ts'

let asked: UserQuery[]
let trail: AuditEntry[]
let log: ReturnType<typeof createRecordingLog>

beforeEach(() => {
  asked = []
  trail = []
  log = createRecordingLog()
})

const jane = {
  userEntityRef: 'user:default/jane',
  memberOf: ['group:default/a', 'group:default/a', 'system:default/odd'],
  profile: { email: 'jane@example.org', picture: 'p' },
}

/** A catalog that answers by what is asked for, as text. */
function catalogOf(answers: Readonly<Record<string, readonly (typeof jane)[]>>): UserCatalog {
  return {
    async findUsers(query) {
      asked.push(query)
      return answers['ref' in query ? query.ref : 'email' in query ? query.email : query.value] ?? []
    },
    hasUsers: async () => true,
    onChange: () => {},
  }
}

function resolveWith(resolvers: readonly object[], catalog?: UserCatalog) {
  const users = createUsers({ nestedGroups: false })
  if (catalog) users.service.useCatalog(catalog)
  const own = { usernameMatchingUserEntityName }
  const resolve = createUserResolution({
    provider: 'test',
    settings: signInSettings(own).parse({ resolvers }).resolvers,
    resolvers: own,
    users,
    audit: { record: async entry => void trail.push(entry) },
  })
  const request: RequestMetadata = { id: 'request-1', method: 'GET', url: '/', headers: {}, cookies: {}, ip: '127.0.0.1', log }
  return (person: Person) => resolve(person, request)
}

const byEmail = { resolver: 'emailMatchingUserEntityProfileEmail' }
const byLocalPart = { resolver: 'emailLocalPartMatchingUserEntityName' }
const byName = { resolver: 'usernameMatchingUserEntityName' }
const dangerously = { dangerouslyAllowSignInWithoutUserInCatalog: true }

test('a user owns what the user and the groups of the user own, and the profile is filled up from the catalog', async () => {
  const resolve = resolveWith([byEmail], catalogOf({ 'jane@example.org': [jane] }))
  expect(await resolve({ profile: { email: 'jane@example.org', displayName: 'Jane', picture: '' } })).toEqual({
    userEntityRef: 'user:default/jane',
    ownershipEntityRefs: ['user:default/jane', 'group:default/a'],
    profile: { email: 'jane@example.org', displayName: 'Jane', picture: 'p' },
    origin: 'catalog',
  })
})

test('nested groups are asked for by config', async () => {
  const options: object[] = []
  const catalog: UserCatalog = { ...catalogOf({}), findUsers: async (_query, given) => (options.push(given), [jane]) }
  for (const nestedGroups of [false, true]) {
    const users = createUsers({ nestedGroups })
    users.service.useCatalog(catalog)
    await users.find({ ref: 'user:default/jane' })
  }
  expect(options).toEqual([{ nestedGroups: false }, { nestedGroups: true }])
})

test('an address with a tag is tried as it is, then without the tag', async () => {
  const resolve = resolveWith([byEmail], catalogOf({ 'jane@example.org': [jane] }))
  expect((await resolve({ profile: { email: 'jane+portal+x@example.org' } })).userEntityRef).toBe('user:default/jane')
  expect(asked).toEqual([{ email: 'jane+portal+x@example.org' }, { email: 'jane@example.org' }])
})

describe('resolvers are tried in order', () => {
  test('until one finds a user', async () => {
    const resolve = resolveWith([byEmail, byName, byLocalPart], catalogOf({ 'user:default/jane': [jane] }))
    expect((await resolve({ profile: { email: 'j@example.org' }, username: 'JANE' })).userEntityRef).toBe('user:default/jane')
    expect(asked).toEqual([{ email: 'j@example.org' }, { ref: 'user:default/jane' }])
  })

  test('and a refusal is final', async () => {
    const resolve = resolveWith([{ ...byLocalPart, allowedDomains: ['example.org'] }, byName], catalogOf({ 'user:default/jane': [jane] }))
    await expect(resolve({ profile: { email: 'jane@evil.test' }, username: 'jane' })).rejects.toMatchObject({
      name: 'NotAllowedError',
      code: 'auth.domain-not-allowed',
    })
    expect(asked).toEqual([])
    expect((await resolve({ profile: { email: 'jane@EXAMPLE.org' } })).userEntityRef).toBe('user:default/jane')
    for (const email of ['jane@evil.test@example.org', 'jane'])
      await expect(resolve({ profile: { email } })).rejects.toMatchObject({ name: 'NotFoundError' })
  })

  test('and two matching users are refused', async () => {
    const resolve = resolveWith(
      [byEmail, byName],
      catalogOf({ 'jane@example.org': [jane, { ...jane, userEntityRef: 'user:default/other' }], 'user:default/jane': [jane] }),
    )
    await expect(resolve({ profile: { email: 'jane@example.org' }, username: 'jane' })).rejects.toMatchObject({ name: 'ConflictError' })
    expect(trail).toEqual([
      expect.objectContaining({
        action: 'auth.session.create',
        result: 'denied',
        details: { provider: 'test', resolvers: [byEmail.resolver, byName.resolver] },
      }),
    ])
  })

  test('and a name that would be another ref finds no user', async () => {
    const resolve = resolveWith([byName], catalogOf({ 'user:default/other/jane': [jane] }))
    for (const username of ['other/jane', 'group:jane', 'ja ne', ''])
      await expect(resolve({ profile: {}, username })).rejects.toMatchObject({ name: 'NotFoundError' })
    expect(asked).toEqual([])
  })
})

describe('when no user is found', () => {
  test('the error names what was looked for, the log has the values, and the audit trail the refusal', async () => {
    const resolve = resolveWith([byEmail, byName], catalogOf({}))
    const failure = resolve({ profile: { email: 'who@example.org' } })
    await expect(failure).rejects.toMatchObject({ name: 'NotFoundError', code: 'auth.nobody-matches' })
    const { message } = (await failure.catch((error: unknown) => error)) as Error
    expect(message).toMatch(/by the e-mail address of its profile; then by its name.*request request-1$/)
    expect(message).not.toContain('who@')
    expect(log.lines).toEqual([
      {
        level: 'warn',
        message: expect.any(String),
        fields: {
          provider: 'test',
          attempts: [
            { resolver: byEmail.resolver, queries: [{ email: 'who@example.org' }], outcome: 'no user found' },
            { resolver: byName.resolver, queries: [], outcome: 'the provider does not supply the value' },
          ],
        },
      },
    ])
    expect(trail).toEqual([expect.objectContaining({ result: 'denied', requestId: 'request-1' })])
  })

  test('the config may dangerously admit people who are not in the catalog, as users without groups', async () => {
    const resolve = resolveWith([{ ...byEmail, ...dangerously }], catalogOf({ 'jane@example.org': [jane] }))
    expect((await resolve({ profile: { email: 'jane@example.org' } })).userEntityRef).toBe('user:default/jane')
    const unknown = { userEntityRef: 'user:default/who@example.org', ownershipEntityRefs: ['user:default/who@example.org'] }
    expect(await resolve({ profile: { email: 'Who@example.org' } })).toMatchObject({ ...unknown, origin: 'provider' })
  })

  test('a person who is not in the catalog never gets the name of a user who is', async () => {
    const byId = { resolver: 'emailMatchingUserEntityProfileEmail', ...dangerously }
    const resolve = resolveWith([byId], catalogOf({ 'user:default/who@example.org': [jane] }))
    await expect(resolve({ profile: { email: 'who@example.org' } })).rejects.toMatchObject({ code: 'auth.nobody-matches' })
  })
})

test('without a catalog no user is found, and the error says why; only the dangerous option works without', async () => {
  await expect(resolveWith([byName])({ profile: {}, username: 'jane' })).rejects.toMatchObject({
    name: 'ServiceUnavailableError',
    code: 'auth.catalog-missing',
  })
  expect(await resolveWith([{ ...byName, ...dangerously }])({ profile: {}, username: 'Jane' })).toMatchObject({
    userEntityRef: 'user:default/jane',
  })
})

test('a resolver that does not exist, or an option that it does not have, is a mistake of the config', () => {
  const parse = (resolvers: unknown) => signInSettings({}).safeParse({ resolvers }).success
  expect([parse([byEmail]), parse([{ ...byLocalPart, allowedDomains: ['a'] }]), parse([])]).toEqual([true, true, true])
  expect([parse([byName]), parse([{}]), parse([{ ...byLocalPart, allowedDomains: 'a' }]), parse('x')]).toEqual([false, false, false, false])
})
