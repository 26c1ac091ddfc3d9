import type { ChannelPart, MessagePart, MessagingPart } from '../../parts/message-parts.ts'
import type { Part } from '../../parts/part.ts'
import type { ChangeList, Direction } from '../change-list.ts'
import { compareSecurity } from '../http/compare-security.ts'
import { isSame, matchBy } from '../match.ts'
import type { SchemaComparison } from '../schema/schema-comparison.ts'
import { compareMessages } from './compare-messages.ts'
import { compareBindings, compareTexts, scopeOf } from './message-texts.ts'

/** Channels, operations and messages of two definitions. */
export function compareMessaging(comparison: SchemaComparison): void {
  const { before, after, changes } = comparison
  const [old, fresh] = [Object.values(before.parts), Object.values(after.parts)]
  compareChannels(comparison, old.filter(isChannel), fresh.filter(isChannel))
  compareActions(changes, old.filter(isAction), fresh.filter(isAction))
  const directions = directionsOf([...old, ...fresh].filter(isAction))
  compareMessages(comparison, old.filter(isMessage), fresh.filter(isMessage), id => directions.get(id) ?? 'both')
}

function compareChannels(comparison: SchemaComparison, before: readonly ChannelPart[], after: readonly ChannelPart[]): void {
  const { changes } = comparison
  const { both, removed, added } = matchBy(before, after, ({ id }) => id)
  for (const each of removed)
    changes.add(scopeOf(each), 'channel-removed', { message: `Channel ${each.name} was removed.`, before: each.address })
  for (const each of added) changes.add(scopeOf(each), 'channel-added', { message: `Channel ${each.name} was added.`, after: each.address })
  for (const [old, fresh] of both) {
    const scope = scopeOf(fresh)
    if (old.address !== fresh.address) {
      changes.add(scope, 'channel-address-changed', {
        message: `Channel ${fresh.name} has another address.`,
        before: old.address,
        after: fresh.address,
      })
    }
    if (!isSame([...old.servers].sort(), [...fresh.servers].sort())) {
      const message = `Channel ${fresh.name} is on other servers.`
      changes.add(scope, 'channel-servers-changed', { message, before: serversText(old), after: serversText(fresh) })
    }
    compareBindings(changes, scope, old, fresh)
    compareTexts(changes, scope, old, fresh)
    const parameters = matchBy(old.parameters, fresh.parameters, ({ name }) => name)
    for (const { name } of parameters.removed)
      changes.add(scope, 'channel-parameter-removed', { place: [`parameter ${name}`], message: `Parameter ${name} was removed.` })
    for (const { name } of parameters.added)
      changes.add(scope, 'channel-parameter-added', { place: [`parameter ${name}`], message: `Parameter ${name} was added.` })
    for (const [was, is] of parameters.both) {
      const inside = {
        scope,
        direction: 'both',
        place: [`parameter ${is.name}`],
        path: '',
        subject: `Parameter ${is.name}`,
        depth: 0,
      } as const
      comparison.compare(was.schema, is.schema, inside)
    }
  }
}

function compareActions(changes: ChangeList, before: readonly MessagingPart[], after: readonly MessagingPart[]): void {
  const { both, removed, added } = matchBy(before, after, ({ id }) => id)
  for (const each of removed)
    changes.add(scopeOf(each), 'messaging-operation-removed', { message: `Operation ${each.name} was removed.`, before: actionText(each) })
  for (const each of added)
    changes.add(scopeOf(each), 'messaging-operation-added', { message: `Operation ${each.name} was added.`, after: actionText(each) })
  for (const [old, fresh] of both) {
    const scope = scopeOf(fresh)
    if (old.action !== fresh.action)
      changes.add(scope, 'messaging-action-changed', {
        message: `The API now ${fresh.action}s what it did ${old.action}.`,
        before: old.action,
        after: fresh.action,
      })
    if (old.channel?.id !== fresh.channel?.id) {
      changes.add(scope, 'messaging-channel-changed', {
        message: 'The operation is on another channel.',
        before: old.channel?.label,
        after: fresh.channel?.label,
      })
    }
    const side = fresh.action === 'send' ? 'sent' : 'received'
    const messages = matchBy(old.messages, fresh.messages, ({ id }) => id)
    for (const { label } of messages.removed)
      changes.add(scope, `${side}-message-removed`, {
        place: ['messages'],
        message: `Message ${label} is no longer ${side}.`,
        before: label,
      })
    for (const { label } of messages.added)
      changes.add(scope, `${side}-message-added`, { place: ['messages'], message: `Message ${label} is now ${side}.`, after: label })
    if (!isSame(replyOf(old), replyOf(fresh)))
      changes.add(scope, 'reply-changed', {
        place: ['reply'],
        message: 'The reply is another one.',
        before: replyOf(old),
        after: replyOf(fresh),
      })
    if (old.security || fresh.security) compareSecurity(changes, old.security ?? [], fresh.security ?? [], { scope, place: [] })
    compareBindings(changes, scope, old, fresh)
    compareTexts(changes, scope, old, fresh)
  }
}

/** What the API sends is what clients get. */
function directionsOf(operations: readonly MessagingPart[]): Map<string, Direction> {
  const directions = new Map<string, Direction>()
  const note = (id: string, direction: Direction) => {
    const known = directions.get(id)
    directions.set(id, known === undefined || known === direction ? direction : 'both')
  }
  for (const { action, messages, reply } of operations) {
    for (const { id } of messages) note(id, action === 'send' ? 'response' : 'request')
    for (const { id } of reply?.messages ?? []) note(id, action === 'send' ? 'request' : 'response')
  }
  return directions
}

function replyOf({ reply }: MessagingPart): string | undefined {
  return reply && [reply.channel?.label ?? reply.address, ...reply.messages.map(({ label }) => label)].filter(Boolean).join(', ')
}

function actionText({ action, channel }: MessagingPart): string {
  return channel ? `${action} on ${channel.label}` : action
}

function serversText({ servers }: ChannelPart): string {
  return servers.length === 0 ? 'all' : servers.join(', ')
}

function isChannel(part: Part): part is ChannelPart {
  return part.kind === 'channel'
}

function isAction(part: Part): part is MessagingPart {
  return part.kind === 'messaging'
}

function isMessage(part: Part): part is MessagePart {
  return part.kind === 'message'
}
