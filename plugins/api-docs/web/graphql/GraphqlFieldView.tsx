import type { GraphqlFieldPart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { CodeBlock } from '@portico/ui'
import { useDefinition } from '../definition/definition-context.tsx'
import { Description } from '../definition/Description.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { Written } from '../members/MemberList.tsx'
import { PartOnDemand } from '../members/PartOnDemand.tsx'
import { TypeUseLink } from '../members/TypeUseLink.tsx'
import { GraphqlTry } from '../try/GraphqlTry.tsx'
import { Arguments, Fields } from './GraphqlMembers.tsx'
import { graphqlMessages } from './messages.ts'
import { Values } from './Values.tsx'

/** A field of the query, mutation or subscription type: what is given, what comes back, and an operation that asks for it. */
export function GraphqlFieldView({ part }: { readonly part: GraphqlFieldPart }) {
  const text = useText()
  const { entityRef, about } = useDefinition()
  const { field, root } = part
  return (
    <>
      <PartHeader id={part.id} title={field.name} word={root.toUpperCase()} isDeprecated={field.deprecation !== undefined}>
        <Description text={field.deprecation} />
        <Description text={field.description} />
        <Written words={field.directives?.filter(word => !word.startsWith('@deprecated'))} />
      </PartHeader>
      {field.arguments.length > 0 && (
        <PartSection title={text(graphqlMessages.arguments)}>
          <Arguments list={field.arguments} />
        </PartSection>
      )}
      <PartSection title={text(graphqlMessages.returns)} note={<TypeUseLink type={field.type} />}>
        {field.type.ref !== undefined && <ReturnedType id={field.type.ref} />}
      </PartSection>
      {part.example !== '' && (
        <PartSection title={text(graphqlMessages.example)}>
          <CodeBlock code={part.example} language="graphql" maxHeight={400} />
        </PartSection>
      )}
      {about && <GraphqlTry entityRef={entityRef} about={about} field={part} />}
    </>
  )
}

/** The fields or values of what comes back, so that nobody has to open another page for them. */
function ReturnedType({ id }: { readonly id: string }) {
  const text = useText()
  return (
    <PartOnDemand id={id}>
      {part => {
        if (part.kind !== 'graphql-type') return undefined
        const label = text(graphqlMessages.fieldsOf, { name: part.name })
        return (
          <>
            <Description text={part.description} />
            {part.fields.length > 0 && <Fields list={part.fields} label={label} />}
            {part.values.length > 0 && <Values list={part.values} />}
          </>
        )
      }}
    </PartOnDemand>
  )
}
