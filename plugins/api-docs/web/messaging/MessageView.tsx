import type { MessagePart } from '@portico/api-docs/common'
import { Link, useText } from '@portico/core/web'
import { Description } from '../definition/Description.tsx'
import { Extensions } from '../definition/Extensions.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { PartLinks } from '../members/PartLinks.tsx'
import { Bindings } from './Bindings.tsx'
import { MessageBody } from './MessageBody.tsx'
import { messagingMessages } from './messages.ts'

/** A message: payload, headers, examples, and the channels that carry it. */
export function MessageView({ part }: { readonly part: MessagePart }) {
  const text = useText()
  const { title, name, summary, channels, externalDocs } = part
  return (
    <>
      <PartHeader
        id={part.id}
        title={name}
        word={text(messagingMessages.message)}
        summary={[title, summary].filter(words => words !== undefined && words !== name).join(' – ') || undefined}
        isDeprecated={part.isDeprecated}
      >
        <Description text={part.description} />
        {externalDocs && <Link to={externalDocs.url}>{externalDocs.description ?? externalDocs.url}</Link>}
      </PartHeader>
      <MessageBody part={part} />
      {channels.length > 0 && (
        <PartSection title={text(messagingMessages.channels)}>
          <PartLinks links={channels} />
        </PartSection>
      )}
      <Bindings values={part.bindings} />
      <Extensions values={part.extensions} />
    </>
  )
}
