/** What can be found: one page, entity, template or section, as its source describes it. Fields besides these can be filtered by. */
export interface SearchDocument {
  readonly title: string
  readonly text: string
  /** Where it leads: a path of the portal, or an http(s) address. It identifies the document among those of its type. */
  readonly location: string
  /** What the type's visibility permission is asked about. Never sent to clients. */
  readonly authorization?: { readonly resourceRef: string }
  readonly [field: string]: unknown
}

/** What a field of a document counts as in the ranking, from the most to the least important. */
export const fieldRoles = ['name', 'title', 'tag', 'fact', 'text'] as const
export type FieldRole = (typeof fieldRoles)[number]
