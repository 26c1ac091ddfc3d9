import type { DefinitionOutline, Outline } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import { countMessages, definitionMessages } from './messages.ts'

/** Names of formats are the same in every language. */
const formatNames: Readonly<Record<Outline['format'], string | undefined>> = {
  openapi: 'OpenAPI',
  asyncapi: 'AsyncAPI',
  graphql: 'GraphQL',
  grpc: 'gRPC',
  'json-schema': 'JSON Schema',
  text: undefined,
}

/** `OpenAPI 3.1.0`; the entity's type where the format is not known. */
export function toFormatName({ format, formatVersion, type }: Pick<DefinitionOutline, 'format' | 'formatVersion' | 'type'>): string {
  return [formatNames[format] ?? type, formatVersion].filter(Boolean).join(' ')
}

/** What a definition is and what it holds, in a few words each. */
export function useFormatFacts(outline: DefinitionOutline): string[] {
  const text = useText()
  const number = useNumber()
  const counts = Object.entries(outline.counts.items).map(([kind, count]) =>
    text(countMessages[kind as keyof typeof countMessages], { count: number(count) }),
  )
  const version = outline.version === undefined ? [] : [text(definitionMessages.ofVersion, { version: outline.version })]
  return [toFormatName(outline), ...version, ...counts].filter(fact => fact !== '')
}
