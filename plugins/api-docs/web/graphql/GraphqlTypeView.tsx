import type { GraphqlTypePart, PartLink, TypeUse } from '@portico/api-docs/common'
import { Link, useText } from '@portico/core/web'
import { Code } from '@portico/ui'
import { Description } from '../definition/Description.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { UsedBy } from '../definition/UsedBy.tsx'
import { Written } from '../members/MemberList.tsx'
import { PartLinks } from '../members/PartLinks.tsx'
import { Arguments, Fields } from './GraphqlMembers.tsx'
import { graphqlMessages } from './messages.ts'
import { Values } from './Values.tsx'

/** A type of GraphQL, or a directive: what it consists of, and where it is used. */
export function GraphqlTypeView({ part }: { readonly part: GraphqlTypePart }) {
  const text = useText()
  const { form, fields, values, interfaces, possibleTypes, arguments: own = [], locations = [] } = part
  return (
    <>
      <PartHeader id={part.id} title={form === 'directive' ? `@${part.name.replace(/^@/, '')}` : part.name} word={form.toUpperCase()}>
        <Description text={part.description} />
        {part.isExtension && <p>{text(graphqlMessages.extension)}</p>}
        {part.specifiedByUrl !== undefined && <Link to={part.specifiedByUrl}>{text(graphqlMessages.specifiedBy)}</Link>}
        <Written words={part.directives} />
      </PartHeader>
      {fields.length > 0 && (
        <PartSection title={text(graphqlMessages.fields)}>
          <Fields list={fields} />
        </PartSection>
      )}
      {own.length > 0 && (
        <PartSection title={text(graphqlMessages.arguments)}>
          <Arguments list={own} />
        </PartSection>
      )}
      {values.length > 0 && (
        <PartSection title={text(graphqlMessages.values)}>
          <Values list={values} />
        </PartSection>
      )}
      <TypeLinks title={text(graphqlMessages.possibleTypes)} types={possibleTypes} />
      <TypeLinks title={text(graphqlMessages.implements)} types={interfaces} />
      {locations.length > 0 && (
        <PartSection title={text(graphqlMessages.locations)}>
          <p>
            {locations.map(location => (
              <span key={location}>
                <Code>{location}</Code>{' '}
              </span>
            ))}
          </p>
        </PartSection>
      )}
      {form !== 'directive' && <UsedBy links={part.usedBy} total={part.usedByTotal} />}
    </>
  )
}

function TypeLinks({ title, types }: { readonly title: string; readonly types: readonly TypeUse[] }) {
  const links = types.flatMap(({ ref, text }): PartLink[] => (ref === undefined ? [] : [{ id: ref, label: text }]))
  if (links.length === 0) return undefined
  return (
    <PartSection title={title}>
      <PartLinks links={links} />
    </PartSection>
  )
}
