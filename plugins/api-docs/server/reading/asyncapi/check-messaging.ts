import type { MessagePart, PartLink, SchemaPart } from '@portico/api-docs/common'
import { fieldsOf, textOf } from '../document/json-values.ts'
import type { DocumentPath } from '../document/open-document.ts'
import type { AsyncapiContext } from './asyncapi-context.ts'
import type { Operation } from './read-operations.ts'

interface Checked {
  readonly operations: readonly Operation[]
  readonly messages: readonly { readonly part: MessagePart; readonly path: DocumentPath; readonly isWritten: boolean }[]
  readonly schemas: readonly SchemaPart[]
  /** Those of `components.schemas`. */
  readonly named: readonly PartLink[]
}

/** What the readers of a definition miss. */
export function checkMessaging({ root, problems }: AsyncapiContext, { operations, messages, schemas, named }: Checked) {
  if (textOf(fieldsOf(root.info).title) === undefined) problems.add('invalid', 'The definition has no title', { path: ['info'] })
  if (Object.keys(fieldsOf(root.servers)).length === 0) problems.add('no-servers', 'The definition names no servers', { path: ['info'] })
  for (const { part, path, label } of operations) {
    if (part.summary ?? part.description ?? part.title) continue
    problems.add('no-description', `The operation ${label} has no summary and no description`, { path, item: part.id })
  }
  for (const { part, path, isWritten } of messages) {
    if (!isWritten) continue
    const where = { path, item: part.id }
    if (!(part.summary ?? part.description ?? part.title))
      problems.add('no-description', `The message ${part.name} has no summary and no description`, where)
    if (part.channels.length === 0) problems.add('message-unused', `The message ${part.name} is in no channel`, where)
    const isMade = part.examples.every(({ payload, headers }) => payload?.isMade ?? headers?.isMade ?? false)
    if (isMade) problems.add('no-example', `The message ${part.name} has no example`, where)
  }
  const isNamed = new Set(named.map(({ id }) => id))
  for (const { id, name, usedByTotal } of schemas) {
    if (usedByTotal > 0 || !isNamed.has(id)) continue
    problems.add('schema-unused', `The schema ${name} is used nowhere`, { path: ['components', 'schemas', name], item: id })
  }
}
