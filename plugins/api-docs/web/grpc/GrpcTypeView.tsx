import type { GrpcTypePart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Code } from '@portico/ui'
import { Description } from '../definition/Description.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { UsedBy } from '../definition/UsedBy.tsx'
import { GrpcFields, GrpcValues } from './GrpcFields.tsx'
import { grpcMessages } from './messages.ts'
import { Options } from './Options.tsx'

/** A message or an enum: fields or values with their numbers, and where it is used. */
export function GrpcTypeView({ part }: { readonly part: GrpcTypePart }) {
  const text = useText()
  const { form, reserved, extensions = [] } = part
  return (
    <>
      <PartHeader id={part.id} title={part.name} word={form.toUpperCase()} isDeprecated={part.isDeprecated}>
        <Description text={part.description} />
      </PartHeader>
      {form === 'enum' ? (
        <PartSection title={text(grpcMessages.values)}>
          <GrpcValues list={part.values} />
        </PartSection>
      ) : (
        <PartSection title={text(grpcMessages.fields)}>
          <GrpcFields list={part.fields} label={text(grpcMessages.fields)} />
        </PartSection>
      )}
      {extensions.length > 0 && (
        <PartSection title={text(grpcMessages.extensions)}>
          <GrpcFields list={extensions} label={text(grpcMessages.extensions)} />
        </PartSection>
      )}
      {reserved.length > 0 && (
        <PartSection title={text(grpcMessages.reserved)} note={text(grpcMessages.reservedHint)}>
          <p>
            <Code>{reserved.join(', ')}</Code>
          </p>
        </PartSection>
      )}
      <Options values={part.options} />
      <UsedBy links={part.usedBy} total={part.usedByTotal} />
    </>
  )
}
