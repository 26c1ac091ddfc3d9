import type { SchemaPart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { CodeBlock } from '@portico/ui'
import { Description } from '../definition/Description.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { UsedBy } from '../definition/UsedBy.tsx'
import { schemaMessages } from './messages.ts'
import { SchemaTree } from './SchemaTree.tsx'

/** A schema that has a name: its tree, an example, and what uses it. */
export function SchemaView({ part }: { readonly part: SchemaPart }) {
  const text = useText()
  const { example, schema } = part
  return (
    <>
      <PartHeader id={part.id} title={part.name} word={text(schemaMessages.schema)} isDeprecated={schema.isDeprecated}>
        <Description text={schema.description} />
      </PartHeader>
      <PartSection title={text(schemaMessages.fields)}>
        <SchemaTree schema={schema} id={part.id} withoutDescription />
      </PartSection>
      {example?.text !== undefined && (
        <PartSection title={text(schemaMessages.example)} note={example.isMade ? text(schemaMessages.made) : undefined}>
          <CodeBlock code={example.text} language="json" maxHeight={400} />
        </PartSection>
      )}
      <UsedBy links={part.usedBy} total={part.usedByTotal} />
    </>
  )
}
