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
  const defaults = { processingInterval: 100_000, locations: [], watchFiles: false }
  expect(CatalogSection.parse({})).toMatchObject(defaults)
  expect(CatalogSection.parse({ processingInterval: false }).processingInterval).toBe(false)
})

test.each([
  { rules: [{ allow: [] }] },
  { rules: [{ allow: ['A'], locations: [{ exact: 'x', pattern: 'y' }] }] },
  { locations: [{ type: 'file' }] },
  { orphanStrategy: 'maybe' },
  { watchFiles: 'sometimes' },
  { kinds: [{ kind: 'not a kind' }] },
])('a mistake is found: %j', section => expect(CatalogSection.safeParse(section).success).toBe(false))

test('what was catalog.git is refused with its new place, and is not repeated', () => {
  const { error } = CatalogSection.safeParse({ git: { credentials: [{ host: 'git.test', password: 'secret' }] } })
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    expect.stringMatching(/^git: has moved: credentials are now in integrations, by host.*integrations\.maxRepositoryMegabytes$/),
  ])
  expect(JSON.stringify(error?.issues)).not.toContain('secret')
})

test('a target with a password in it is refused with what to do instead', () => {
  const { error } = CatalogSection.safeParse({ locations: [{ type: 'url', target: 'https://ann:secret@host.test/a.yaml' }] })
  expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(/^must not hold a name or password.*in integrations/)])
})
