import { z } from 'zod'
import type { SectionClaim } from './validate.ts'

interface Node {
  [key: string]: unknown
  properties?: Record<string, Node>
}

/** The JSON Schema of a whole config file, for editors and for checks elsewhere. */
export function configJsonSchema(claims: readonly SectionClaim[]): Record<string, unknown> {
  const root: Node = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Portico config', type: 'object', properties: {} }
  // Outer sections first: inner ones are then added to their properties.
  for (const claim of [...claims].sort((a, b) => a.section.split('.').length - b.section.split('.').length)) {
    const path = claim.section.split('.')
    const parent = path.slice(0, -1).reduce(childOf, root)
    parent.properties = { ...parent.properties, [path.at(-1) ?? '']: sectionSchema(claim) }
  }
  return root
}

function childOf(node: Node, key: string): Node {
  node.properties ??= {}
  return (node.properties[key] ??= { type: 'object' })
}

function sectionSchema(claim: SectionClaim): Node {
  const { $schema: _, ...schema } = z.toJSONSchema(claim.schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      delete jsonSchema['notice']
      delete jsonSchema['isFilePath']
    },
  }) as Node
  // With its own id, references inside a recursive section still find their target.
  return JSON.stringify(schema).includes('"$ref"') ? { $id: `portico:${claim.section}`, ...schema } : schema
}
