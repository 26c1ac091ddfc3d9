import { expect, test } from 'vitest'
import { fitting, insideSome } from './globs.ts'

test('patterns of templates name paths, folders, and names with a dot in front', () => {
  expect(['a.md', '.github/a.md', 'a.txt'].filter(fitting('./**/*.md'))).toEqual(['a.md', '.github/a.md'])
  expect(['x[1].md', 'x1.md'].filter(fitting('x[1].md'))).toEqual(['x[1].md', 'x1.md'])
  expect(['docs/a/b.md', 'docs.md', 'src/docs/a'].filter(insideSome(['docs/', 'src/*']))).toEqual(['docs/a/b.md', 'src/docs/a'])
})

test('a pattern that would take a backtracking matcher years is answered', () => {
  expect(insideSome(['+(+(a|aa)|a)b'])(`${'a'.repeat(44)}/${'a'.repeat(44)}`)).toBe(false)
})

test('patterns fit names with a dot, folders and all that is in them', () => {
  expect(insideSome(['.github'])('.github/workflows/ci.yaml')).toBe(true)
  expect(insideSome(['**/*.yaml'])('.github/workflows/ci.yaml')).toBe(true)
  expect(insideSome(['**/*'])('a/.env')).toBe(true)
  expect(insideSome(['*.ts', 'lib/'])('src/a.ts')).toBe(false)
})
