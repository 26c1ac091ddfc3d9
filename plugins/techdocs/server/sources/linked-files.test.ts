import { expect, test } from 'vitest'
import { followLinks } from './linked-files.ts'

const files = ['README.md', 'docs/index.md', 'docs/img/a.png', 'docs/img/b.png', 'shared/c.md']
const given = (links: Record<string, string>) => {
  const { copies, leftOut } = followLinks(files, new Map(Object.entries(links)), 1000)
  return { copies: Object.fromEntries(copies), leftOut: leftOut.map(({ path }) => path) }
}

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['a file', { 'docs/readme.md': '../README.md' }, { 'docs/readme.md': 'README.md' }],
  ['a folder', { 'docs/shared': '../shared' }, { 'docs/shared/c.md': 'shared/c.md' }],
  ['a link', { 'docs/x.md': 'y.md', 'docs/y.md': './../README.md' }, { 'docs/x.md': 'README.md', 'docs/y.md': 'README.md' }],
  ['a file in a linked folder', { s: 'shared', 'docs/c.md': '../s/c.md' }, { 's/c.md': 'shared/c.md', 'docs/c.md': 'shared/c.md' }],
])('a link to %s of the source gives it', (_, links, copies) => {
  expect(given(links)).toEqual({ copies, leftOut: [] })
})

test.each([
  ['an absolute path', '/etc/passwd'],
  ['a path out of the source', '../../secret.md'],
  ['a path out of it and back', '../../source/README.md'],
  ['nothing', 'none.md'],
  ['itself', 'link.md'],
  ['a folder that it is in', '.'],
  ['the whole source', '..'],
  ['a Windows path', '..\\README.md'],
])('a link to %s is left out', (_, target) => {
  expect(given({ 'docs/link.md': target })).toEqual({ copies: {}, leftOut: ['docs/link.md'] })
})

test('links that lead to each other are left out', () => {
  expect(given({ a: 'b', b: 'a' })).toEqual({ copies: {}, leftOut: ['a', 'b'] })
})

test('links that would multiply the files of a source beyond its limit are refused', () => {
  const links = new Map(Array.from({ length: 1000 }, (_, number) => [`l${number}`, 'docs']))
  expect(() => followLinks(files, links, 100)).toThrow('more than 100 files')
})
