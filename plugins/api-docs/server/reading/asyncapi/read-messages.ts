import { type Example, itemId, type MessagePart, type PartLink, type SchemaNode } from '@portico/api-docs/common'
import { extensionsOf, externalDocsOf, type Fields, fieldsOf, isFields, listOf, present, textOf } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import { exampleText, makeExample } from '../schema/make-example.ts'
import { type AsyncapiContext, bindingsOf, createUniqueNames, isDeprecated, type Located, withTraits } from './asyncapi-context.ts'
import type { AvroReader } from './read-avro.ts'
import { readPayload } from './read-payload.ts'

interface MessageEntry extends Located {
  readonly link: PartLink
  readonly channels: Map<string, string>
  /** It leads to nothing: only the name is known. */
  readonly missing?: string
}

/** The messages of a definition, each once, wherever it is written. */
export interface MessageList {
  /** What a message, or a choice of messages, stands for. `name` is used where it has none. */
  readonly of: (value: unknown, path: DocumentPath, user: PartLink, name: string) => PartLink[]
  readonly addChannel: (messages: readonly PartLink[], channel: PartLink) => void
  readonly finish: () => readonly { readonly part: MessagePart; readonly path: DocumentPath; readonly isWritten: boolean }[]
}

export function createMessageList(context: AsyncapiContext, avro: AvroReader): MessageList {
  const byPath = new Map<string, MessageEntry>()
  const byId = new Map<string, MessageEntry>()
  const uniqueName = createUniqueNames()

  function add(key: string, located: Located, name: string, missing?: string): PartLink {
    const label = uniqueName(name)
    const entry = {
      ...located,
      link: { id: itemId('message', label), label },
      channels: new Map(),
      ...(missing !== undefined && { missing }),
    }
    byPath.set(key, entry)
    byId.set(entry.link.id, entry)
    return entry.link
  }

  function one(value: unknown, path: DocumentPath, user: PartLink, name: string): PartLink[] {
    if (!isFields(value)) return []
    const target = context.schemas.resolve(value, path, user)
    const ref = textOf(value.$ref)
    if (!target && ref === undefined) return []
    const key = target ? JSON.stringify(target.path) : `missing ${ref}`
    const known = byPath.get(key)
    if (known) return [known.link]
    if (!target) return [add(key, { value: {}, path }, ref?.split(/[/#]/).at(-1) || name, ref)]
    const { value: message, path: place } = target
    const written = place.at(-2) === 'messages' ? String(place.at(-1)) : name
    return [add(key, target, textOf(message.name) ?? textOf(message.messageId) ?? written)]
  }

  return {
    of(value, path, user, name) {
      const choice = listOf(fieldsOf(value).oneOf)
      if (choice.length === 0) return one(value, path, user, name)
      return choice.flatMap((member, index) => one(member, [...path, 'oneOf', index], user, name))
    },
    addChannel(messages, channel) {
      for (const { id } of messages) byId.get(id)?.channels.set(channel.id, channel.label)
    },
    finish: () =>
      [...byId.values()].map(entry => ({
        part: readMessage(context, avro, entry),
        path: entry.path,
        isWritten: entry.missing === undefined,
      })),
  }
}

function readMessage(context: AsyncapiContext, avro: AvroReader, { link, channels, missing, ...located }: MessageEntry): MessagePart {
  const { path } = located
  const value = withTraits(context, located, link)
  const contentType = textOf(value.contentType) ?? textOf(context.root.defaultContentType)
  const at = (word: string) => ({ value: value[word], path: [...path, word], user: link })
  const payload =
    missing === undefined
      ? readPayload(context, avro, { ...at('payload'), format: value.schemaFormat })
      : { payloadText: { format: 'reference', text: `$ref: ${missing}` } }
  const { payload: headers } = readPayload(context, avro, { ...at('headers'), format: undefined })
  return present({
    kind: 'message' as const,
    id: link.id,
    name: link.label,
    title: textOf(value.title),
    summary: textOf(value.summary),
    description: textOf(value.description),
    isDeprecated: isDeprecated(value),
    contentType,
    ...payload,
    headers,
    correlationId: correlationIdOf(context, value, path, link),
    examples: examplesOf(context, avro, value, contentType, { ...payload, headers }),
    bindings: bindingsOf(context, value.bindings, [...path, 'bindings'], link),
    channels: [...channels].map(([id, label]) => ({ id, label })),
    externalDocs: externalDocsOf(value.externalDocs),
    extensions: extensionsOf(value),
  })
}

function correlationIdOf(
  { schemas }: AsyncapiContext,
  { correlationId }: Fields,
  path: DocumentPath,
  user: PartLink,
): MessagePart['correlationId'] {
  if (correlationId === undefined) return undefined
  const { location, description } = schemas.resolve(correlationId, [...path, 'correlationId'], user)?.value ?? {}
  const text = textOf(location)
  return text === undefined ? undefined : present({ location: text, description: textOf(description) })
}

/** The examples that are written; else one made from the schema. */
function examplesOf(
  { schemas }: AsyncapiContext,
  avro: AvroReader,
  { examples }: Fields,
  contentType: string | undefined,
  { payload, headers }: { readonly payload?: SchemaNode; readonly headers: SchemaNode | undefined },
): MessagePart['examples'] {
  const written = listOf(examples).filter(isFields)
  const mediaType = contentType ?? 'application/json'
  const nodeOf = (id: string) => avro.nodeOf(id) ?? schemas.nodeOf(id)
  if (written.length === 0) {
    const made = payload && makeExample(payload, { nodeOf, ...(contentType !== undefined && { mediaType }) })
    const madeHeaders = headers && makeExample(headers, { nodeOf })
    return made || madeHeaders ? [present({ payload: made, headers: madeHeaders })] : []
  }
  const toExample = (value: unknown, type: string): Example | undefined => {
    const text = value === undefined ? undefined : (exampleText(value, type) ?? JSON.stringify(value, undefined, 2))
    return text === undefined ? undefined : { text }
  }
  return written.map(example =>
    present({
      payload: toExample(example.payload, mediaType),
      headers: toExample(example.headers, 'application/json'),
      name: textOf(example.name),
      summary: textOf(example.summary),
    }),
  )
}
