import type { MessagePart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Code, CodeBlock } from '@portico/ui'
import { Description } from '../definition/Description.tsx'
import { PartSection } from '../definition/PartHeader.tsx'
import { SchemaTree } from '../schema/SchemaTree.tsx'
import { MessageExamples } from './MessageExamples.tsx'
import { messagingMessages } from './messages.ts'
import styles from './Messaging.module.css'

/** What a message consists of. */
export function MessageBody({ part }: { readonly part: MessagePart }) {
  const text = useText()
  const { payload, payloadText, headers, correlationId, examples, contentType } = part
  return (
    <>
      <PartSection title={text(messagingMessages.payload)} note={contentType !== undefined && <Code>{contentType}</Code>}>
        {payload && <SchemaTree schema={payload} />}
        {payloadText && <CodeBlock code={payloadText.text} title={payloadText.format} maxHeight={400} />}
        {!payload && !payloadText && <p className={styles.quiet}>{text(messagingMessages.noPayload)}</p>}
      </PartSection>
      {headers && (
        <PartSection title={text(messagingMessages.headers)}>
          <SchemaTree schema={headers} />
        </PartSection>
      )}
      {correlationId && (
        <PartSection title={text(messagingMessages.correlation)} note={<Code>{correlationId.location}</Code>}>
          <Description text={correlationId.description} />
        </PartSection>
      )}
      {examples.length > 0 && <MessageExamples examples={examples} />}
    </>
  )
}
