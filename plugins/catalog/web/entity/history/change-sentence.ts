import type { Change } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import { entityMessages } from '../messages.ts'

const namedFields = 3

/** What a change was, in a few words: `Changed spec.owner, metadata.title and 2 more`. */
export function useChangeSentence(): (change: Change) => string {
  const text = useText()
  const number = useNumber()
  return ({ kind, fields, relationsAdded, relationsRemoved }) => {
    if (kind === 'created') return text(entityMessages.changeCreated)
    if (kind === 'deleted') return text(entityMessages.changeDeleted)
    const named = fields.slice(0, namedFields).join(', ')
    const more = fields.length - namedFields
    const parts = [
      more > 0 ? text(entityMessages.changedFieldsMore, { fields: named, count: more }) : '',
      more <= 0 && named !== '' ? text(entityMessages.changedFields, { fields: named }) : '',
      relationsAdded.length > 0 ? text(entityMessages.relationsAdded, { count: number(relationsAdded.length) }) : '',
      relationsRemoved.length > 0 ? text(entityMessages.relationsRemoved, { count: number(relationsRemoved.length) }) : '',
    ].filter(Boolean)
    return parts.join(' · ') || text(entityMessages.changedNothing)
  }
}
