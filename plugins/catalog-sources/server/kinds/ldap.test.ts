import { hasSlapd, slapdLogin, startFakeLdap, startSlapd, type LdapRecord, type SlapdRecord } from '@portico/catalog-sources/testing'
import type { Entity } from '@portico/catalog/common'
import { afterEach, expect, test } from 'vitest'
import { toPeopleEntities } from '../sources/people.ts'
import { readDirectory } from './ldap-directory.ts'
import { ldapSettings } from './ldap-settings.ts'
import { maxPictureBytes, normalFilter, picture, recordOf, text } from './ldap-values.ts'

if (!hasSlapd) process.stderr.write('slapd is not installed: the sources of people are tried with a fake server of LDAP only\n')

const closing: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close()
})

async function read(section: object) {
  const settings = ldapSettings.parse(section)
  const found = toPeopleEntities(await readDirectory(settings, new AbortController().signal), 'ldap:test', settings.transform)
  const byName = new Map(
    found.entities.map(entity => [`${entity.kind}:${entity.metadata.name}`, entity as Entity & { spec: Record<string, unknown> }]),
  )
  return { ...found, of: (name: string) => byName.get(name)! }
}

const inPeople = (rdn: string) => `${rdn},ou=people,dc=acme`
const inGroups = (rdn: string) => `cn=${rdn},ou=groups,dc=acme`
/** Without a filter the fake server finds only what has a class. */
const all = { options: { filter: '(cn=*)' } }
const login = { dn: 'cn=admin', secret: 'pw' }

async function startFakeServer(records: readonly LdapRecord[]) {
  const fake = await startFakeLdap(login, records)
  closing.push(fake)
  return { target: fake.url, bind: login }
}

test('members are named by distinguished name, by rdn or by uuid', async () => {
  const person = (uid: string) => ({ dn: inPeople(`uid=${uid}`), attributes: { uid, cn: uid, entryUUID: `uuid-of-${uid}` } })
  const target = await startFakeServer([
    person('ann'),
    person('bob'),
    person('cho'),
    { dn: inGroups('dns'), attributes: { cn: 'dns', member: [inPeople('UID=Ann')] } },
    { dn: inGroups('names'), attributes: { cn: 'names', memberUid: ['bob', 'gone'] } },
    { dn: inGroups('uuids'), attributes: { cn: 'uuids', member: ['UUID-of-cho'] } },
  ])
  const groups = { dn: 'ou=groups,dc=acme' }
  const found = await read({
    ...target,
    users: { dn: 'ou=people,dc=acme', ...all },
    groups: [
      { ...groups, options: { filter: '(|\n  (cn=dns)\n  (cn=uuids)\n)' } },
      { ...groups, options: { filter: '(cn=names)' }, map: { members: 'memberUid' } },
    ],
  })
  expect(['dns', 'names', 'uuids'].map(name => found.of(`Group:${name}`).spec['members'])).toEqual([['ann'], ['bob'], ['cho']])
})

test('a group with two parents has the first by name, and is reported; people without a name are reported as people', async () => {
  const target = await startFakeServer([
    { dn: inGroups('web'), attributes: { cn: 'web', memberOf: [inGroups('zoo'), inGroups('all')] } },
    { dn: inGroups('zoo'), attributes: { cn: 'zoo' } },
    { dn: inGroups('all'), attributes: { cn: 'all' } },
    { dn: inPeople('cn=nameless'), attributes: { cn: 'nameless' } },
  ])
  const found = await read({ ...target, users: { dn: 'ou=people,dc=acme', ...all }, groups: { dn: 'ou=groups,dc=acme', ...all } })
  expect(found.of('Group:web').spec['parent']).toBe('all')
  expect(found.skipped).toEqual([
    { what: 'web', why: 'it is in all, zoo: a group has one parent, all is used' },
    { what: inPeople('cn=nameless'), why: 'no name for an entity can be made of it', isPerson: true },
  ])
})

test('fixed fields take effect where the directory gives none, and people have their description', async () => {
  const target = await startFakeServer([
    { dn: inPeople('uid=ann'), attributes: { uid: 'ann', cn: 'Ann', info: 'Draws lamps' } },
    { dn: inGroups('web'), attributes: { cn: 'web', groupType: 'squad' } },
    { dn: inGroups('ops'), attributes: { cn: 'ops' } },
  ])
  const found = await read({
    ...target,
    users: {
      dn: 'ou=people,dc=acme',
      ...all,
      map: { description: 'info' },
      set: { 'metadata.labels.acme.test/from': 'ldap', 'spec.profile.email': 'nobody@acme.test', 'spec.profile.displayName': 'Nobody' },
    },
    groups: { dn: 'ou=groups,dc=acme', ...all, set: { 'spec.type': 'department' } },
  })
  expect(found.of('User:ann')).toMatchObject({
    metadata: { description: 'Draws lamps', labels: { 'acme.test/from': 'ldap' } },
    spec: { profile: { displayName: 'Ann', email: 'nobody@acme.test' }, memberOf: [] },
  })
  expect(['web', 'ops'].map(name => found.of(`Group:${name}`).spec['type'])).toEqual(['squad', 'department'])
})

test('a directory that cannot start TLS is not read where tls is set', async () => {
  const target = await startFakeServer([])
  await expect(read({ ...target, tls: {}, users: { dn: 'ou=people,dc=acme' } })).rejects.toMatchObject({
    message: expect.stringMatching(/StartTLS failed.*use ldaps:, or remove tls/),
  })
})

test.each([
  ['(uid=*)', '(uid=*)'],
  ['\n(&\n  (objectClass=person)\n  (!  (cn=a b))\n)\n', '(&(objectClass=person)(!(cn=a b)))'],
  ['( | (a=1) (b=2) )', '(|(a=1)(b=2))'],
  ['uid=*', 'uid=*'],
])('the filter %j is sent as %s', (written, sent) => expect(normalFilter(written)).toBe(sent))

test('pictures are addresses or images of a limited size, and bytes are no text', () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(10)])
  const entry = (value: string | Buffer) => ({ dn: 'x', jpegPhoto: value })
  expect(picture(entry('https://acme.test/ann.png'), 'JPEGPHOTO')).toBe('https://acme.test/ann.png')
  expect(picture(entry(jpeg), 'jpegPhoto')).toBe(`data:image/jpeg;base64,${jpeg.toString('base64')}`)
  expect(picture(entry(Buffer.concat([jpeg, Buffer.alloc(maxPictureBytes)])), 'jpegPhoto')).toBe('tooLarge')
  for (const other of [Buffer.from('<svg onload="x()"/>'), 'javascript:x()', 'a\0b'])
    expect(picture(entry(other), 'jpegPhoto')).toBeUndefined()
  expect(recordOf(entry(jpeg))).toEqual({ dn: 'x', jpegPhoto: [] })
  const guid = Buffer.from('78563412bc9af0de1122334455667788', 'hex')
  expect(text({ dn: 'x', objectGUID: guid }, 'objectGUID')).toBe('12345678-9abc-def0-1122-334455667788')
})

test.skipIf(!hasSlapd)('OpenLDAP: operational attributes, photos, memberUid, two parents, StartTLS and names of errors', async () => {
  const photo = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2000, 7)])
  const person = (uid: string, more: Record<string, string | Buffer> = {}): SlapdRecord => [
    inPeople(`uid=${uid}`),
    { objectClass: ['inetOrgPerson'], uid, cn: uid, sn: uid, mail: `${uid}@acme.test`, ...more },
  ]
  const group = (cn: string, member: string[]): SlapdRecord => [inGroups(cn), { objectClass: ['groupOfNames'], cn, member }]
  const slapd = await startSlapd([
    ['dc=acme', { objectClass: ['organization', 'dcObject'], o: 'Acme', dc: 'acme' }],
    ['ou=people,dc=acme', { objectClass: ['organizationalUnit'], ou: 'people' }],
    ['ou=groups,dc=acme', { objectClass: ['organizationalUnit'], ou: 'groups' }],
    person('ann', { jpegPhoto: photo, description: 'Draws lamps' }),
    person('bob', { jpegPhoto: Buffer.concat([photo, Buffer.alloc(maxPictureBytes)]) }),
    [inPeople('cn=nameless'), { objectClass: ['inetOrgPerson'], cn: 'nameless', sn: 'x' }],
    group('web', [inPeople('uid=ann')]),
    group('all', [inGroups('web')]),
    group('zoo', [inGroups('web')]),
    [inGroups('unix'), { objectClass: ['posixGroup'], cn: 'unix', gidNumber: '7', memberUid: ['bob'] }],
  ])
  closing.push(slapd)
  const users = {
    dn: 'ou=people,dc=acme',
    options: { filter: '(&\n (objectClass=inetOrgPerson)\n (cn=*)\n)' },
    map: { picture: 'jpegPhoto', description: 'description' },
  }
  const groups = [
    { dn: 'ou=groups,dc=acme', options: { filter: '(objectClass=groupOfNames)' } },
    { dn: 'ou=groups,dc=acme', options: { filter: '(objectClass=posixGroup)' }, map: { members: 'memberUid' } },
  ]
  const section = { target: slapd.url, bind: slapdLogin, users, groups }
  const found = await read({ ...section, tls: { ca: slapd.ca } })
  const ann = found.of('User:ann')
  expect(ann.metadata.annotations?.['backstage.io/ldap-uuid']).toMatch(/^[\da-f-]{36}$/)
  expect(ann.metadata.description).toBe('Draws lamps')
  expect(ann.spec['profile']).toMatchObject({ picture: `data:image/jpeg;base64,${photo.toString('base64')}` })
  expect(found.of('User:bob').spec['profile']).toEqual({ displayName: 'bob', email: 'bob@acme.test' })
  // The overlay keeps memberOf as an operational attribute.
  expect(found.of('Group:web').spec).toMatchObject({ parent: 'all', members: ['ann'] })
  expect(found.of('Group:unix').spec['members']).toEqual(['bob'])
  expect(found.skipped.map(({ what }) => what).toSorted()).toEqual(['bob', inPeople('cn=nameless'), 'web'])

  await expect(read({ ...section, tls: {} })).rejects.toMatchObject({ message: expect.stringMatching(/StartTLS failed: .*certificate/i) })
  await expect(read({ ...section, bind: { ...slapdLogin, secret: 'wrong' } })).rejects.toMatchObject({
    message: expect.stringContaining('invalidCredentials (49)'),
  })
  await expect(read({ ...section, users: { dn: 'ou=nowhere,dc=acme' } })).rejects.toMatchObject({
    message: expect.stringContaining('noSuchObject (32)'),
  })
})
