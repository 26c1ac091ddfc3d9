import { aboutId, type OperationPart, type OutlineItem, type Part, type Reading, type SchemaPart } from '@portico/api-docs/common'
import { fieldsOf, isFields, present, textOf, type Fields } from '../document/json-values.ts'
import { openDocument, type OpenedDocument } from '../document/open-document.ts'
import { createProblemList } from '../document/problem-list.ts'
import { countsOf, emptyReading } from '../empty-reading.ts'
import type { DefinitionSource } from '../definition-source.ts'
import { makeExample } from '../schema/make-example.ts'
import { createSchemaReader } from '../schema/schema-reader.ts'
import { checkQuality } from './check-quality.ts'
import { checkReferences } from './check-references.ts'
import type { OpenapiContext } from './openapi-context.ts'
import { groupsOf, schemaGroup, webhookGroup } from './outline-groups.ts'
import { findOperations, type FoundOperation } from './path-items.ts'
import { readAbout } from './read-about.ts'
import { readOperation } from './read-operation.ts'
import { schemesPlace } from './read-security.ts'
import { validateOpenapi } from './validate-openapi.ts'

/** Reads OpenAPI 2.0 to 3.2. What is not valid is shown as far as it can be. */
export async function readOpenapi({ text }: DefinitionSource): Promise<Reading> {
  const document = openDocument(text)
  if (!isFields(document.value)) {
    const [first] = document.problems
    const failure = first?.message ?? 'The definition is not an object with fields'
    return emptyReading({ format: 'openapi', failure }, document.problems)
  }
  return readRoot(document, document.value)
}

async function readRoot(document: OpenedDocument, root: Fields): Promise<Reading> {
  const problems = createProblemList(document)
  const schemas = createSchemaReader({ document, problems })
  const version = versionOf(root)
  const isTwo = version.startsWith('2')
  const named = nameSchemas()
  const found = findOperations(root, schemas)
  const context: OpenapiContext = { root, version, isTwo, document, problems, schemas, ...indexOf(root, isTwo, found) }

  const about = readAbout(context)
  const operations = found.map(operation => ({ found: operation, part: readOperation(context, operation) }))
  const schemaParts = schemas.finish().map(part => withExample(part))
  checkQuality(context, { about, operations, schemas: schemaParts, named })
  checkReferences(context)
  await validateOpenapi(context, root)

  const groups = groupsOf(
    root,
    operations.map(({ part }) => part),
    named.length > 0,
  )
  const items = [...operations.map(({ part }) => operationItem(part)), ...named.map(id => schemaItem(id))]
  const parts: Record<string, Part> = { [aboutId]: about }
  for (const { part } of operations) parts[part.id] = part
  for (const part of schemaParts) parts[part.id] = part
  const listed = problems.list()
  const info = fieldsOf(root.info)
  const outline = present({
    format: 'openapi' as const,
    formatVersion: version,
    title: textOf(info.title),
    version: textOf(info.version),
    groups,
    items,
    counts: countsOf(items, listed, problems.counts()),
  })
  return { outline, parts, problems: listed }

  function nameSchemas(): string[] {
    const place = isTwo ? ['definitions'] : ['components', 'schemas']
    const holder = place.reduce<unknown>((value, word) => fieldsOf(value)[word], root)
    return Object.entries(fieldsOf(holder)).map(([name, schema]) => schemas.name(schema, [...place, name]).id)
  }

  function withExample(part: Omit<SchemaPart, 'example'>): SchemaPart {
    const example = makeExample(part.schema, { nodeOf: schemas.nodeOf })
    return example ? { ...part, example } : part
  }

  function schemaItem(id: string): OutlineItem {
    const node = schemas.nodeOf(id) ?? {}
    const label = id.slice('schema '.length)
    const title = node.title === label ? undefined : node.title
    return present({ id, kind: 'schema' as const, label, summary: title, groups: [schemaGroup], isDeprecated: node.isDeprecated })
  }
}

function indexOf(root: Fields, isTwo: boolean, found: readonly FoundOperation[]) {
  const schemes = schemesPlace(isTwo).reduce<unknown>((value, word) => fieldsOf(value)[word], root)
  const itemOfOperationId = new Map<string, string>()
  const itemOfPath = new Map<string, string>()
  for (const { link, operation, path } of found) {
    const id = textOf(operation.operationId)
    if (id !== undefined && !itemOfOperationId.has(id)) itemOfOperationId.set(id, link.id)
    itemOfPath.set(path.join('\n'), link.id)
  }
  return { schemes: new Set(Object.keys(fieldsOf(schemes))), itemOfOperationId, itemOfPath }
}

/** `2.0` where the definition says so, in whichever way; YAML reads `swagger: 2.0` as a number. */
function versionOf({ swagger, openapi }: Fields): string {
  const said = textOf(openapi) ?? textOf(swagger) ?? '3.0'
  return /^\d+$/.test(said) ? `${said}.0` : said
}

const maxSummary = 300

function operationItem(part: OperationPart): OutlineItem {
  const groups = part.kind === 'webhook' ? [webhookGroup] : part.tags.map(tag => `tag ${tag}`)
  return present({
    id: part.id,
    kind: part.kind,
    label: `${part.method} ${part.path}`,
    method: part.method,
    summary: part.summary?.slice(0, maxSummary),
    groups,
    words: part.operationId,
    isDeprecated: part.isDeprecated,
  })
}
