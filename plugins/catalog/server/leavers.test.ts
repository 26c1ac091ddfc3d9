import type { Session } from '@portico/auth/common'
import { document, file, startCatalog, type TestCatalog } from '@portico/catalog/testing'
import { permissionPlugin } from '@portico/permission/server'
import { userSettingsApi } from '@portico/user-settings/common'
import { userSettingsPlugin } from '@portico/user-settings/server'
import { afterAll, beforeAll, expect, test } from 'vitest'

const org = (...people: string[]) =>
  file(document('Group', 'staff', { spec: { parent: 'admins' } }), document('Group', 'admins'), document('User', 'joe'), ...people)
const ann = (...memberOf: string[]) => document('User', 'ann', { spec: { memberOf } })

let catalog: TestCatalog
beforeAll(async () => {
  catalog = await startCatalog(
    { 'org.yaml': org(ann('staff')) },
    {
      plugins: [userSettingsPlugin, permissionPlugin],
      config: {
        auth: {
          // So long that only a change of the catalog can be what makes the difference.
          ownership: { nestedGroups: true, cacheTtl: '1h' },
          providers: { oauth2Proxy: { signIn: { resolvers: [{ resolver: 'forwardedUserMatchingUserEntityName' }] } } },
        },
        permission: { enabled: true, policy: { roles: { admin: { members: ['group:default/admins'] } } } },
      },
    },
  )
  await catalog.until('kind=user,relations.memberof=group:default/staff', 1)
})
afterAll(() => catalog.stop())

test('what the catalog says of a user holds at once for sessions and access tokens: groups, their parents, and being there at all', async () => {
  const { url } = catalog.server
  const entered = await fetch(`${url}/api/auth/oauth2Proxy/refresh`, { headers: { 'x-forwarded-user': 'ann' } })
  const session = ((await entered.json()) as Session).backstageIdentity!.token
  const body = { name: 'ci', scope: { access: 'full' as const }, expiresInDays: 365 }
  const { token: access } = await catalog.server.as({ token: session }).call(userSettingsApi.createAccessToken, { body })
  const both = async () => {
    const ask = (token: string) => fetch(`${url}/api/auth/v1/users/blocked`, { headers: { authorization: `Bearer ${token}` } })
    return Promise.all([session, access].map(async token => (await ask(token)).status))
  }
  await expect.poll(both).toEqual([200, 200])
  catalog.write('org.yaml', org(ann()))
  await expect.poll(both).toEqual([403, 403])
  catalog.write('org.yaml', org(ann('admins')))
  await expect.poll(both).toEqual([200, 200])
  catalog.write('org.yaml', org())
  await expect.poll(both).toEqual([401, 401])
  catalog.write('org.yaml', org(ann('staff')))
  await expect.poll(both).toEqual([200, 200])
})
