import { expect, test } from 'vitest'
import { mergeText } from '../rendering/merge-text.ts'
import { createTreeKeeper, packTree, toWholeFile, unpackTree, type WholeTree } from './file-tree.ts'
import { mergeTrees } from './merge-trees.ts'

const tree = (files: Record<string, string | Buffer>): WholeTree =>
  new Map(Object.entries(files).map(([path, content]) => [path, toWholeFile(Buffer.from(content), false)]))
const merge = async (
  base: Record<string, string | Buffer>,
  theirs: Record<string, string | Buffer>,
  ours: Record<string, string | Buffer>,
) =>
  (await mergeTrees({ base: tree(base), theirs: tree(theirs), ours: tree(ours) }, async texts => mergeText(texts))).map(
    ({ write, ...file }) => ({ ...file, ...(write && { write: write.bytes === undefined ? null : Buffer.from(write.bytes).toString() }) }),
  )

test('what only the template changed is taken, what only the repository changed stays', async () => {
  const merged = await merge(
    { 'a.txt': 'one', 'b.txt': 'own', 'gone.txt': 'x', 'kept.txt': 'k' },
    { 'a.txt': 'two', 'b.txt': 'own', 'new.txt': 'n', 'kept.txt': 'k' },
    { 'a.txt': 'one', 'b.txt': 'changed here', 'gone.txt': 'x', 'kept.txt': 'k', 'mine.txt': 'm' },
  )
  expect(merged).toEqual([
    { path: 'a.txt', change: 'changed', outcome: 'taken', write: 'two' },
    { path: 'gone.txt', change: 'removed', outcome: 'taken', write: null },
    { path: 'new.txt', change: 'added', outcome: 'taken', write: 'n' },
  ])
})

test('lines that both changed elsewhere are merged; the same lines are a conflict with both versions between markers', async () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n'
  const [clean, conflict] = await merge(
    { 'clean.txt': base, 'conflict.txt': base },
    { 'clean.txt': base.replace('one', 'ONE'), 'conflict.txt': base.replace('three', 'theirs') },
    { 'clean.txt': base.replace('five', 'FIVE'), 'conflict.txt': base.replace('three', 'ours') },
  )
  expect(clean).toEqual({ path: 'clean.txt', change: 'changed', outcome: 'merged', write: 'ONE\ntwo\nthree\nfour\nFIVE\n' })
  expect(conflict).toEqual({
    path: 'conflict.txt',
    change: 'changed',
    outcome: 'conflict',
    reason: 'both-changed',
    write: 'one\ntwo\n<<<<<<< repository\nours\n=======\ntheirs\n>>>>>>> template\nfour\nfive\n',
  })
})

test('what cannot be merged stays as it is in the repository, and is a conflict with its reason', async () => {
  const binary = (byte: number) => Buffer.from([0, 1, byte])
  const merged = await merge(
    { 'removed.txt': 'a', 'deleted.txt': 'a', 'logo.png': binary(1) },
    { 'deleted.txt': 'b', 'logo.png': binary(2), 'same.txt': 's', 'twice.txt': 'theirs' },
    { 'removed.txt': 'changed', 'logo.png': binary(3), 'same.txt': 's', 'twice.txt': 'ours' },
  )
  expect(merged.map(({ path, outcome, reason }) => [path, outcome, reason])).toEqual([
    ['deleted.txt', 'conflict', 'removed-in-repository'],
    ['logo.png', 'conflict', 'not-text'],
    ['removed.txt', 'conflict', 'removed-in-template'],
    ['same.txt', 'same', undefined],
    ['twice.txt', 'conflict', 'both-added'],
  ])
  expect(merged.filter(({ write }) => write !== undefined).map(({ path }) => path)).toEqual(['twice.txt'])
})

test('a file that the template moved takes along what the repository has made of it', async () => {
  expect(await merge({ 'old/a.txt': 'a' }, { 'new/a.txt': 'a' }, { 'old/a.txt': 'a and more' })).toEqual([
    { path: 'new/a.txt', change: 'added', outcome: 'merged', write: 'a and more' },
    { path: 'old/a.txt', change: 'removed', outcome: 'taken', write: null },
  ])
})

test('a base is kept without the files that held a secret, and they are left alone', async () => {
  const keeper = createTreeKeeper(text => text.includes('hunter2'))
  keeper.add('plain.txt', toWholeFile(Buffer.from('plain'), true))
  keeper.add('.env', toWholeFile(Buffer.from('KEY=hunter2'), false))
  const packed = await packTree(keeper.tree)
  const base = await unpackTree(packed)
  expect(JSON.stringify([...base])).not.toContain('hunter2')
  expect(base.get('plain.txt')).toMatchObject({ text: 'plain', isExecutable: true })
  const theirs = tree({ 'plain.txt': 'plain', '.env': 'KEY=' })
  const merged = await mergeTrees(
    { base, theirs: new Map([...theirs, ['plain.txt', toWholeFile(Buffer.from('plain'), true)]]), ours: theirs },
    async texts => mergeText(texts),
  )
  expect(merged).toEqual([{ path: '.env', change: 'changed', outcome: 'skipped', reason: 'secret' }])
})
