import { expect, test } from 'vitest'
import { CatalogSection } from './config.ts'

test('an existing section is understood, with whatever providers keep in theirs', () => {
  const config = CatalogSection.parse({
    import: { entityFilename: 'catalog-info.yaml' },
    rules: [
      { allow: ['Component', { kind: 'API', 'spec.type': 'openapi' }], locations: [{ type: 'url', pattern: 'https://acme.test/**' }] },
    ],
    locations: [{ type: 'file', target: '../examples/*.yaml', rules: [{ allow: ['User'] }] }],
    providers: { github: { main: { organization: 'acme', schedule: { frequency: { minutes: 30 } } } }, unheardOf: { anything: [1, 2] } },
    processors: { githubOrg: {} },
    processingInterval: { minutes: 45 },
    stitchingStrategy: { mode: 'deferred' },
  })
  expect(config).toMatchObject({
    processingInterval: 2_700_000,
    orphanStrategy: 'delete',
    readonly: false,
    history: { retention: 31_536_000_000 },
  })
  const usual = { processingInterval: 100_000, locations: [], watchFiles: false, git: { credentials: [], largestMegabytes: 100 } }
  expect(CatalogSection.parse({})).toMatchObject(usual)
  expect(CatalogSection.parse({ processingInterval: false }).processingInterval).toBe(false)
})

test.each([
  { rules: [{ allow: [] }] },
  { rules: [{ allow: ['A'], locations: [{ exact: 'x', pattern: 'y' }] }] },
  { locations: [{ type: 'file' }] },
  { orphanStrategy: 'maybe' },
  { git: { credentials: [{ host: 'git.test' }] } },
  { git: { largestMegabytes: 0 } },
  { watchFiles: 'sometimes' },
  { kinds: [{ kind: 'not a kind' }] },
])('a mistake is found: %j', section => expect(CatalogSection.safeParse(section).success).toBe(false))

test('a target with a password in it is refused with the way to give it', () => {
  const { error } = CatalogSection.safeParse({ locations: [{ type: 'url', target: 'https://ann:secret@host.test/a.yaml' }] })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^must not hold a name or password.*catalog\.git\.credentials/),
  ])
})
