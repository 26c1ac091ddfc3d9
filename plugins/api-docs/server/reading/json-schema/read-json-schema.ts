import { aboutId, type OutlineItem, type Part, type Reading } from '@portico/api-docs/common'
import { fieldsOf, isFields, present, textOf } from '../document/json-values.ts'
import { openDocument } from '../document/open-document.ts'
import { createProblemList } from '../document/problem-list.ts'
import { countsOf, emptyReading } from '../empty-reading.ts'
import type { DefinitionSource } from '../definition-source.ts'
import { makeExample } from '../schema/make-example.ts'
import { createSchemaReader } from '../schema/schema-reader.ts'

/** Reads JSON Schema: the schema that is the whole document, and those that it defines. */
export function readJsonSchema({ text }: DefinitionSource): Reading {
  const document = openDocument(text)
  const root = document.value
  if (!isFields(root)) {
    return emptyReading(
      { format: 'json-schema', failure: document.problems[0]?.message ?? 'A JSON Schema is an object' },
      document.problems,
    )
  }
  const problems = createProblemList(document)
  const title = textOf(root.title)
  const schemas = createSchemaReader({ document, problems, rootName: title ?? 'Root' })
  const links = [schemas.name(root, [])]
  for (const word of ['$defs', 'definitions']) {
    for (const [name, schema] of Object.entries(fieldsOf(root[word]))) links.push(schemas.name(schema, [word, name]))
  }
  const parts: Record<string, Part> = {
    [aboutId]: present({
      kind: 'about' as const,
      id: aboutId,
      description: textOf(root.description),
      servers: [],
      security: [],
      securitySchemes: [],
      facts: ['$id', '$schema'].flatMap(word => (textOf(root[word]) === undefined ? [] : [[word, textOf(root[word]) as string] as const])),
    }),
  }
  for (const part of schemas.finish()) {
    const example = makeExample(part.schema, { nodeOf: schemas.nodeOf })
    parts[part.id] = example ? { ...part, example } : part
    const isDefined = links.some(({ id }) => id === part.id)
    if (isDefined && part.schema.description === undefined && part.schema.title === undefined) {
      problems.add('no-description', `The schema ${part.name} has no description`, { item: part.id })
    }
  }
  const items = links.map(({ id, label }): OutlineItem => {
    const node = schemas.nodeOf(id) ?? {}
    return present({ id, kind: 'schema' as const, label, groups: [], isDeprecated: node.isDeprecated })
  })
  const listed = problems.list()
  const version = textOf(root.$schema)?.match(/draft[-/]?([\d-]+)/)?.[1]
  const outline = present({
    format: 'json-schema' as const,
    formatVersion: version,
    title,
    groups: [],
    items,
    counts: countsOf(items, listed, problems.counts()),
  })
  return { outline, parts, problems: listed }
}
