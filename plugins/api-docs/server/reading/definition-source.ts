/** What is read: a text, and what its entity says about it. */
export interface DefinitionSource {
  readonly text: string
  /** `spec.type`: `openapi`, `graphql`, or a word of the organisation's own. */
  readonly type: string
}
