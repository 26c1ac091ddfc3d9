import type { Entity } from '@portico/catalog/common'
import { expect, test } from 'vitest'
import { findGroupsBelow, maxGroups } from './groups-below.ts'
import { findLooseGroups } from './loose-groups.ts'
import { mailAddress, profileOf, targetsOf } from './profile.ts'

const g = (name: string) => `group:default/${name}`

function loaderOf(children: Readonly<Record<string, readonly string[]>>) {
  const asked: string[][] = []
  return {
    asked,
    load: (parents: readonly string[]) => {
      asked.push([...parents])
      return Promise.resolve(parents.flatMap(parent => children[parent] ?? []))
    },
  }
}

test('groups below are found level by level, and a cycle ends', async () => {
  const { load, asked } = loaderOf({ [g('a')]: [g('b'), g('c')], [g('b')]: [g('d')], [g('d')]: [g('a'), g('b')] })
  expect(await findGroupsBelow(g('a'), load)).toEqual({ refs: [g('a'), g('b'), g('c'), g('d')], isCut: false })
  expect(asked).toEqual([[g('a')], [g('b'), g('c')], [g('d')]])
})

test('a group that is its own parent is below itself once', async () => {
  const { load } = loaderOf({ [g('a')]: [g('a')] })
  expect(await findGroupsBelow(g('a'), load)).toEqual({ refs: [g('a')], isCut: false })
})

test('more groups below than requests can name are cut, and the result says so', async () => {
  const { load } = loaderOf({ [g('a')]: Array.from({ length: 3000 }, (_, index) => g(String(index))) })
  const { refs, isCut } = await findGroupsBelow(g('a'), load)
  expect([refs.length, isCut]).toEqual([maxGroups, true])
})

function group(name: string, spec: { readonly parent?: unknown; readonly children?: unknown }) {
  return { ref: g(name), entity: { apiVersion: 'v1', kind: 'Group', metadata: { name }, spec } satisfies Entity as Entity }
}

test('the chart loses neither groups of a missing parent nor cycles without a root', () => {
  expect(
    findLooseGroups([
      group('top', { children: ['middle'] }),
      group('middle', { parent: 'top', children: 'not a list' }),
      { ref: g('gone'), entity: undefined },
      group('ring-b', { parent: 'ring-a' }),
      group('ring-a', { parent: 'group:default/ring-b', children: [42, ':', 'ring-b'] }),
      group('under-ring', { parent: 'ring-a' }),
      group('self', { parent: 'self' }),
    ]),
  ).toEqual([
    { ref: g('gone'), why: 'missing' },
    { ref: g('ring-a'), why: 'circle' },
    { ref: g('self'), why: 'circle' },
  ])
})

test('a mail address cannot add headers to a mailto link', () => {
  expect(mailAddress('jane@acme.example')).toBe('mailto:jane@acme.example')
  expect(mailAddress('a@b.example?bcc=evil@c.example&body=x')).toBe('mailto:a@b.example%3Fbcc%3Devil@c.example%26body%3Dx')
})

test('an invalid profile is ignored', () => {
  const user: Entity = {
    apiVersion: 'v1',
    kind: 'User',
    metadata: { name: 'jane' },
    spec: { profile: { email: 42, picture: '', displayName: '' } },
  }
  expect(profileOf(user)).toEqual({ name: 'jane', email: undefined, picture: undefined })
  expect(profileOf({ ...user, spec: { profile: 'x' } }).name).toBe('jane')
  expect(
    targetsOf(
      {
        ...user,
        relations: [
          { type: 'memberOf', targetRef: 'group:default/B' },
          { type: 'memberOf', targetRef: 'group:default/b' },
        ],
      },
      'memberOf',
    ),
  ).toEqual(['group:default/b'])
})
