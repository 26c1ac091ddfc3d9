import { itemId, type MessagingPart, type PartLink } from '@portico/api-docs/common'
import { extensionsOf, externalDocsOf, type Fields, fieldsOf, isFields, present, textOf } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import { type AsyncapiContext, bindingsOf, createUniqueNames, isDeprecated, type Located, withTraits } from './asyncapi-context.ts'
import type { Channel, ChannelList } from './read-channels.ts'
import type { MessageList } from './read-messages.ts'
import type { SecuritySchemes } from './read-security.ts'

export interface Operation {
  readonly part: MessagingPart
  readonly path: DocumentPath
  readonly label: string
  readonly channel?: Channel | undefined
  /** Further words by which it is found. */
  readonly words: string
}

interface Lists {
  readonly channels: ChannelList
  readonly messages: MessageList
  readonly security: SecuritySchemes
}

/**
 * In AsyncAPI 2 the words are those of the others: what a client publishes, the application receives; what a client subscribes to, it
 * sends.
 */
const actions = { publish: 'receive', subscribe: 'send' } as const

/** The operations of AsyncAPI 2: two of them at most in each channel. */
export function readTwoOperations(context: AsyncapiContext, lists: Lists): Operation[] {
  const uniqueName = createUniqueNames()
  return lists.channels.all().flatMap(channel =>
    (['publish', 'subscribe'] as const).flatMap(word => {
      const written = channel.value[word]
      if (!isFields(written)) return []
      const path = [...channel.path, word]
      const operationId = textOf(written.operationId)
      const name = uniqueName(operationId ?? `${word} ${channel.name}`)
      const link = { id: itemId('operation', name), label: operationId ?? channel.link.label }
      const value = withTraits(context, { value: written, path }, link)
      const messages = lists.messages.of(value.message, [...path, 'message'], link, operationId ?? `${word} ${channel.name}`)
      lists.messages.addChannel(messages, channel.link)
      const part = { ...partOf(context, lists, { value, path }, link, name), action: actions[word], channel: channel.link, messages }
      return [{ part, path, label: link.label, channel, words: `${word} ${channel.name}` }]
    }),
  )
}

/** The operations of AsyncAPI 3. */
export function readOperations(context: AsyncapiContext, lists: Lists): Operation[] {
  return Object.entries(fieldsOf(context.root.operations)).flatMap(([name, written]) => {
    const link = { id: itemId('operation', name), label: name }
    const target = context.schemas.resolve(written, ['operations', name], link)
    if (!target) return []
    const { path } = target
    const value = withTraits(context, target, link)
    const channel = value.channel === undefined ? undefined : lists.channels.at(value.channel, [...path, 'channel'], link)
    checkOperation(context, value, path, link)
    const part = {
      ...partOf(context, lists, { value, path }, link, name),
      action: value.action === 'send' ? ('send' as const) : ('receive' as const),
      ...(channel && { channel: channel.link }),
      messages: messagesOf(lists, value, path, link, channel),
      ...replyOf(context, lists, value, path, link),
    }
    return [{ part, path, label: name, channel, words: [channel?.name, channel?.link.label].filter(Boolean).join(' ') }]
  })
}

function checkOperation({ problems }: AsyncapiContext, value: Fields, path: DocumentPath, { id, label }: PartLink) {
  if (value.channel === undefined) problems.add('invalid', `The operation ${label} has no channel`, { path, item: id })
  if (value.action === 'send' || value.action === 'receive') return
  problems.add('invalid', `The action of the operation ${label} is neither send nor receive`, { path: [...path, 'action'], item: id })
}

function partOf(context: AsyncapiContext, { security }: Lists, { value, path }: Located, link: PartLink, name: string) {
  return present({
    kind: 'messaging' as const,
    id: link.id,
    name,
    title: textOf(value.title),
    summary: textOf(value.summary),
    description: textOf(value.description),
    isDeprecated: isDeprecated(value),
    security: security.needs(value.security, [...path, 'security'], link),
    bindings: bindingsOf(context, value.bindings, [...path, 'bindings'], link),
    externalDocs: externalDocsOf(value.externalDocs),
    extensions: extensionsOf(value),
  })
}

/** Those that an operation names; all of its channel where it names none. */
function messagesOf({ messages }: Lists, value: Fields, path: DocumentPath, user: PartLink, channel: Channel | undefined): PartLink[] {
  if (!Array.isArray(value.messages)) return [...(channel?.messages ?? [])]
  return value.messages.flatMap((message, index) => messages.of(message, [...path, 'messages', index], user, user.label))
}

function replyOf(context: AsyncapiContext, lists: Lists, value: Fields, path: DocumentPath, user: PartLink): Pick<MessagingPart, 'reply'> {
  if (value.reply === undefined) return {}
  const target = context.schemas.resolve(value.reply, [...path, 'reply'], user)
  if (!target) return {}
  const { value: reply, path: at } = target
  const channel = reply.channel === undefined ? undefined : lists.channels.at(reply.channel, [...at, 'channel'], user)
  const address = reply.address === undefined ? undefined : context.schemas.resolve(reply.address, [...at, 'address'], user)
  const messages = messagesOf(lists, reply, at, user, channel)
  return { reply: present({ channel: channel?.link, address: textOf(address?.value.location), messages }) }
}
