import type { Reading } from '@portico/api-docs/common'

/** An operation, a message or a type as search finds it. */
export interface ItemDocument {
  /** The id of the item. */
  readonly item: string
  readonly title: string
  readonly text: string
}

/** Of one definition. A larger one is found by its first items. */
const maxDocuments = 5000
const maxTextLength = 2000

/** What search finds of a definition: its items, with what their authors say of them. */
export function documentsOf({ outline, parts }: Reading): ItemDocument[] {
  return outline.items.slice(0, maxDocuments).map(({ id, label, summary, words }) => {
    const part = parts[id]
    const described = part && 'description' in part ? part.description : part?.kind === 'schema' ? part.schema.description : undefined
    // What people wrote stands first: search shows the beginning where no word was found.
    const said = [summary, described, words].filter(text => text !== undefined && text !== '')
    return { item: id, title: label, text: [...new Set(said)].join('\n').slice(0, maxTextLength) }
  })
}
