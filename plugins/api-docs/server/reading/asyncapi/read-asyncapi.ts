import { aboutId, type OutlineGroup, type OutlineItem, type Part, type Reading, type SchemaPart } from '@portico/api-docs/common'
import { type Fields, fieldsOf, isFields, present, textOf } from '../document/json-values.ts'
import { openDocument, type OpenedDocument } from '../document/open-document.ts'
import { createProblemList } from '../document/problem-list.ts'
import { countsOf, emptyReading } from '../empty-reading.ts'
import { firstSentence } from '../first-sentence.ts'
import type { DefinitionSource } from '../definition-source.ts'
import { makeExample } from '../schema/make-example.ts'
import { createSchemaReader } from '../schema/schema-reader.ts'
import { type AsyncapiContext, createUniqueNames } from './asyncapi-context.ts'
import { checkMessaging } from './check-messaging.ts'
import { readAbout } from './read-about.ts'
import { createAvroReader } from './read-avro.ts'
import { channelPart, createChannelList } from './read-channels.ts'
import { createMessageList } from './read-messages.ts'
import { readOperations, readTwoOperations } from './read-operations.ts'
import { createSecuritySchemes } from './read-security.ts'

const titles = { operations: 'Operations', channels: 'Channels', messages: 'Messages', schemas: 'Schemas' }

/** Reads AsyncAPI 2 and 3. What is not valid is shown as far as it can be. */
export function readAsyncapi({ text }: DefinitionSource): Reading {
  const document = openDocument(text)
  const { value, problems } = document
  if (!isFields(value)) {
    const [first = { severity: 'error' as const, rule: 'invalid', message: 'The definition is not an object with fields', line: 1 }] =
      problems
    return emptyReading({ format: 'asyncapi', failure: first.message }, problems.length > 0 ? problems : [first])
  }
  const version = textOf(value.asyncapi) ?? ''
  if (/^[23]\b/.test(version)) return readRoot(document, value, version)
  const message =
    version === '' ? 'The field asyncapi, which says the version, is missing' : `AsyncAPI ${version} is not read. Versions 2 and 3 are`
  const place = document.locate(['asyncapi'])
  return emptyReading({ format: 'asyncapi', failure: message }, [...problems, { severity: 'error', rule: 'invalid', message, ...place }])
}

function readRoot(document: OpenedDocument, root: Fields, formatVersion: string): Reading {
  const problems = createProblemList(document)
  const schemas = createSchemaReader({ document, problems })
  const context: AsyncapiContext = { root, isTwo: formatVersion.startsWith('2'), problems, schemas }
  const components = fieldsOf(root.components)
  const named = Object.entries(fieldsOf(components.schemas)).map(([name, schema]) => schemas.name(schema, ['components', 'schemas', name]))
  const uniqueSchemaName = createUniqueNames()
  for (const { label } of named) uniqueSchemaName(label)

  const avro = createAvroReader(uniqueSchemaName)
  const messages = createMessageList(context, avro)
  for (const [name, message] of Object.entries(fieldsOf(components.messages))) {
    messages.of(message, ['components', 'messages', name], { id: aboutId, label: 'About' }, name)
  }
  const channels = createChannelList(context, messages)
  const security = createSecuritySchemes(context)
  const lists = { channels, messages, security }
  const operations = context.isTwo ? readTwoOperations(context, lists) : readOperations(context, lists)
  const about = readAbout(context, security)
  const byChannel = Map.groupBy(operations, ({ channel }) => channel)
  const channelParts = channels.all().map(channel => {
    const own = byChannel.get(channel) ?? []
    return channelPart(
      context,
      channel,
      own.map(({ part, label }) => ({ link: { id: part.id, label }, messages: part.messages })),
    )
  })
  const messageParts = messages.finish()
  const schemaParts: SchemaPart[] = [...schemas.finish(), ...avro.finish()].map(part => {
    const example = makeExample(part.schema, { nodeOf: id => avro.nodeOf(id) ?? schemas.nodeOf(id) })
    return example ? { ...part, example } : part
  })
  checkMessaging(context, { operations, messages: messageParts, schemas: schemaParts, named })

  const isNamed = new Set([...named, ...avro.finish()].map(({ id }) => id))
  const items: OutlineItem[] = [
    ...operations.map(({ part, label, words }) => {
      const { id, action, isDeprecated } = part
      return item({
        id,
        kind: 'operation',
        label,
        method: action.toUpperCase(),
        summary: summaryOf(part),
        groups: ['operations'],
        words,
        isDeprecated,
      })
    }),
    ...channelParts.map(part => {
      const label = part.address ?? part.name
      return item({
        id: part.id,
        kind: 'channel',
        label,
        summary: summaryOf(part),
        groups: ['channels'],
        words: part.name === label ? undefined : part.name,
      })
    }),
    ...messageParts.map(({ part }) => {
      return item({
        id: part.id,
        kind: 'message',
        label: part.name,
        summary: summaryOf(part),
        groups: ['messages'],
        words: part.title,
        isDeprecated: part.isDeprecated,
      })
    }),
    ...schemaParts
      .filter(({ id }) => isNamed.has(id))
      .map(({ id, name, schema }) =>
        item({
          id,
          kind: 'schema',
          label: name,
          summary: firstSentence(schema.title ?? schema.description),
          groups: ['schemas'],
          isDeprecated: schema.isDeprecated,
        }),
      ),
  ]
  const parts: Record<string, Part> = { [aboutId]: about }
  for (const part of [
    ...operations.map(operation => operation.part),
    ...channelParts,
    ...messageParts.map(message => message.part),
    ...schemaParts,
  ])
    parts[part.id] = part
  const listed = problems.list()
  const info = fieldsOf(root.info)
  const outline = {
    format: 'asyncapi' as const,
    formatVersion,
    title: textOf(info.title),
    version: textOf(info.version),
    groups: groupsOf(items),
    items,
  }
  return { outline: present({ ...outline, counts: countsOf(items, listed, problems.counts()) }), parts, problems: listed }
}

const item = (values: { [K in keyof OutlineItem]: OutlineItem[K] | undefined }) => present(values) as OutlineItem

const summaryOf = ({
  title,
  summary,
  description,
}: {
  readonly title?: string
  readonly summary?: string
  readonly description?: string
}) => firstSentence(summary ?? title ?? description)

function groupsOf(items: readonly OutlineItem[]): OutlineGroup[] {
  const used = new Set(items.map(({ groups: [group] }) => group))
  return Object.entries(titles).flatMap(([id, title]) => (used.has(id) ? [{ id, title }] : []))
}
