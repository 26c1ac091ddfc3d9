import { expect, test } from 'vitest'
import { parseCodeowners } from './codeowners.ts'

const text = `
# comment
*            @acme/everyone ann@acme.test # trailing
/docs/       @acme/writers
*.ts         @bob
[Section]
apps/**/api  @acme/api
/build\\ tools/ @tools
/legacy
`

test('the last rule of CODEOWNERS that fits holds', () => {
  const { ownersOf } = parseCodeowners(text)
  expect(ownersOf()).toEqual(['@acme/everyone', 'ann@acme.test'])
  expect(ownersOf('README.md')).toEqual(['@acme/everyone', 'ann@acme.test'])
  expect(ownersOf('docs/a.md')).toEqual(['@acme/writers'])
  expect(ownersOf('x/docs/a.md')).toEqual(['@acme/everyone', 'ann@acme.test'])
  expect(ownersOf('src/deep/a.ts')).toEqual(['@bob'])
  expect(ownersOf('apps/one/two/api/x')).toEqual(['@acme/api'])
  expect(ownersOf('build tools/x')).toEqual(['@tools'])
  expect(ownersOf('legacy/x')).toEqual([])
  expect(parseCodeowners('').ownersOf()).toEqual([])
})
