import { expect, test } from 'vitest'
import { archiveNameOf, runNameOf } from './run-name.ts'

const nameOf = (parameters: Record<string, unknown>) => runNameOf({ spec: { apiVersion: 'x', steps: [], output: {}, parameters } })

test.each([
  [{ owner: 'group:default/ops', name: 'parcel-weigher' }, 'parcel-weigher'],
  [{ description: 'Weighs', serviceName: 'weigher' }, 'weigher'],
  [{ branch: 'main', repoUrl: 'git.test?owner=acme&repo=shop' }, 'shop'],
  [{ code: '******', crew: 'group:default/ops', locker: 'GE-017' }, 'GE-017'],
  [{ sunset: '2027-03-31', api: 'api:default/booking-api', summary: 'It all changes' }, 'booking-api'],
  [{ summary: 'It  all\nchanges' }, 'It all changes'],
  [{ count: 3, name: ' ' }, undefined],
])('%j names a run %s', (parameters, name) => {
  expect(nameOf(parameters)).toBe(name)
})

test('the folder of a download has a name that every file system takes', () => {
  const folderOf = (name: string) =>
    archiveNameOf({ id: '0e3b6f0e-0000', spec: { apiVersion: 'x', steps: [], output: {}, parameters: { name } } })
  expect(['../etc/passwd', 'Köln & Söhne', '"; rm', '...'].map(folderOf)).toEqual(['etc-passwd', 'Koln-Sohne', 'rm', 'run-0e3b6f0e'])
})
