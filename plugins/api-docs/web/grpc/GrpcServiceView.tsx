import type { GrpcServicePart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Description } from '../definition/Description.tsx'
import { ItemLink } from '../definition/ItemLink.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { MemberList } from '../members/MemberList.tsx'
import { grpcMessages } from './messages.ts'
import { Options } from './Options.tsx'

/** A service: its methods. */
export function GrpcServiceView({ part }: { readonly part: GrpcServicePart }) {
  const text = useText()
  return (
    <>
      <PartHeader id={part.id} title={part.name} word={text(grpcMessages.service)} isDeprecated={part.isDeprecated}>
        <Description text={part.description} />
      </PartHeader>
      <PartSection title={text(grpcMessages.methods)}>
        <MemberList
          label={text(grpcMessages.methods)}
          members={part.methods.map(({ id, label }) => ({ key: id, name: <ItemLink id={id}>{label}</ItemLink> }))}
        />
      </PartSection>
      <Options values={part.options} />
    </>
  )
}
