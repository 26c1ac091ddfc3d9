import { type ChannelPart, itemId, type PartLink, type SchemaNode } from '@portico/api-docs/common'
import { extensionsOf, externalDocsOf, type Fields, fieldsOf, isFields, listOf, present, textOf, textsOf } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import { type AsyncapiContext, bindingsOf, createUniqueNames, type Located } from './asyncapi-context.ts'
import type { MessageList } from './read-messages.ts'

export interface Channel extends Located {
  readonly link: PartLink
  readonly name: string
  /** Of AsyncAPI 3, by the names that they have in the channel. */
  readonly messages: readonly PartLink[]
}

/** The channels of a definition, each once. */
export interface ChannelList {
  readonly all: () => readonly Channel[]
  /** The channel that an operation refers to. */
  readonly at: (value: unknown, path: DocumentPath, user: PartLink) => Channel | undefined
}

export function createChannelList(context: AsyncapiContext, messages: MessageList): ChannelList {
  const byPath = new Map<string, Channel>()
  const uniqueName = createUniqueNames()

  function add(name: string, value: unknown, path: DocumentPath): Channel | undefined {
    const unique = uniqueName(name)
    const id = itemId('channel', unique)
    const target = context.schemas.resolve(value, path, { id, label: name })
    if (!target && !isFields(value)) return undefined
    const located = target ?? { value: {}, path }
    const key = JSON.stringify(located.path)
    const known = byPath.get(key)
    if (known) return known
    const link = { id, label: context.isTwo ? name : (textOf(located.value.address) ?? name) }
    const written = context.isTwo ? [] : Object.entries(fieldsOf(located.value.messages))
    const own = written.flatMap(([key, message]) => messages.of(message, [...located.path, 'messages', key], link, key))
    messages.addChannel(own, link)
    const channel = { ...located, link, name: unique, messages: own }
    byPath.set(key, channel)
    return channel
  }

  for (const [name, value] of Object.entries(fieldsOf(context.root.channels))) add(name, value, ['channels', name])
  return {
    all: () => [...byPath.values()],
    at(value, path, user) {
      const target = context.schemas.resolve(value, path, user)
      if (!target) return undefined
      return byPath.get(JSON.stringify(target.path)) ?? add(String(target.path.at(-1) ?? user.label), target.value, target.path)
    },
  }
}

/** The part of a channel, when all of its operations are known. */
export function channelPart(
  context: AsyncapiContext,
  { link, name, value, path, messages }: Channel,
  operations: readonly { readonly link: PartLink; readonly messages: readonly PartLink[] }[],
): ChannelPart {
  const all = [...messages, ...operations.flatMap(operation => operation.messages)]
  const address = context.isTwo ? name : textOf(value.address)
  return present({
    kind: 'channel' as const,
    id: link.id,
    name,
    address,
    title: textOf(value.title),
    summary: textOf(value.summary),
    description: textOf(value.description),
    parameters: parametersOf(context, value, path, link),
    servers: serversOf(value),
    messages: [...new Map(all.map(message => [message.id, message])).values()],
    operations: operations.map(operation => operation.link),
    bindings: bindingsOf(context, value.bindings, [...path, 'bindings'], link),
    externalDocs: externalDocsOf(value.externalDocs),
    extensions: extensionsOf(value),
  })
}

function parametersOf({ schemas }: AsyncapiContext, value: Fields, path: DocumentPath, user: PartLink): ChannelPart['parameters'] {
  return Object.entries(fieldsOf(value.parameters)).map(([name, written]) => {
    const target = schemas.resolve(written, [...path, 'parameters', name], user)
    const parameter = target?.value ?? {}
    const schema =
      target && parameter.schema !== undefined ? schemas.read(parameter.schema, [...target.path, 'schema'], user) : textSchema(parameter)
    return present({ name, description: textOf(parameter.description), schema, location: textOf(parameter.location) })
  })
}

/** Parameters of AsyncAPI 3 are texts, and say themselves which ones. */
function textSchema({ enum: values, default: value, examples }: Fields): SchemaNode {
  const lists = { enum: Array.isArray(values) ? values : undefined, examples: Array.isArray(examples) ? examples : undefined }
  return present({ types: ['string'], ...lists, default: value })
}

/** AsyncAPI 2 names servers, AsyncAPI 3 refers to them. */
function serversOf({ servers }: Fields): string[] {
  const referred = listOf(servers).flatMap(server => textOf(fieldsOf(server).$ref)?.split('/').at(-1) ?? [])
  return referred.length > 0 ? referred : textsOf(servers)
}
