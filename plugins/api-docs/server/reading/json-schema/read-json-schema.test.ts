import { expect, test } from 'vitest'
import { readDefinition } from '../read-definition.ts'

const read = (schema: unknown) => readDefinition({ text: JSON.stringify(schema, null, 1), type: 'json-schema' })

test('a JSON Schema has its root and what it defines as items', async () => {
  const { outline, parts, problems } = await read({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Berth',
    properties: { parent: { $ref: '#' }, length: { $ref: '#/$defs/Metres' }, lost: { $ref: '#/$defs/No' } },
    $defs: { Metres: { type: 'number', minimum: 0 } },
  })
  expect(outline).toMatchObject({ format: 'json-schema', formatVersion: '2020-12', title: 'Berth' })
  expect(outline.items.map(({ id }) => id)).toEqual(['schema Berth', 'schema Metres'])
  expect(parts['schema Berth']).toMatchObject({
    schema: { properties: [{ schema: { ref: 'schema Berth' } }, { schema: { ref: 'schema Metres' } }, {}] },
  })
  expect(problems).toContainEqual(expect.objectContaining({ rule: 'reference-missing', line: 12, item: 'schema Berth' }))
})

test('what is not an object is said', async () => {
  expect((await read([1])).outline).toMatchObject({ format: 'json-schema', failure: 'A JSON Schema is an object', items: [] })
})
