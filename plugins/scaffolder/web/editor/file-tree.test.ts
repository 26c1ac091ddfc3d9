import { expect, test } from 'vitest'
import { toFileTree, type FileTree } from './file-tree.ts'

function show({ folders, files }: FileTree<{ readonly path: string }>, indent = ''): string[] {
  return [
    ...folders.flatMap(({ name, tree }) => [`${indent}${name}/`, ...show(tree, `${indent}  `)]),
    ...files.map(({ name }) => `${indent}${name}`),
  ]
}

test('paths become a tree, folders first; a folder that holds only a folder is one with it', () => {
  const paths = ['template.yaml', 'skeleton/src/deep/a.ts', 'skeleton/README.md', 'b/c/d.txt', 'README.md']
  expect(show(toFileTree(paths.map(path => ({ path }))))).toEqual([
    'b/c/',
    '  d.txt',
    'skeleton/',
    '  src/deep/',
    '    a.ts',
    '  README.md',
    'README.md',
    'template.yaml',
  ])
})
