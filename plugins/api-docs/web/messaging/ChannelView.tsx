import type { ChannelPart } from '@portico/api-docs/common'
import { Link, useText } from '@portico/core/web'
import { Code, CopyButton } from '@portico/ui'
import { Description } from '../definition/Description.tsx'
import { Extensions } from '../definition/Extensions.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { Mark, MemberList, type Member } from '../members/MemberList.tsx'
import { PartLinks } from '../members/PartLinks.tsx'
import { SchemaTree } from '../schema/SchemaTree.tsx'
import { Bindings } from './Bindings.tsx'
import { messagingMessages } from './messages.ts'
import { MessageFolds } from './MessageFolds.tsx'
import styles from './Messaging.module.css'

/** A channel: its address, what is done on it, and the messages that it carries. */
export function ChannelView({ part }: { readonly part: ChannelPart }) {
  const text = useText()
  const { address, parameters, servers, operations, externalDocs } = part
  return (
    <>
      <PartHeader id={part.id} title={part.title ?? part.name} word={text(messagingMessages.channel)} summary={part.summary}>
        <p className={styles.address}>
          <span className={styles.label}>{text(messagingMessages.address)}</span>
          {address === undefined ? (
            text(messagingMessages.anyAddress)
          ) : (
            <>
              <Code>{address}</Code>
              <CopyButton value={address} />
            </>
          )}
        </p>
        <Description text={part.description} />
        {externalDocs && <Link to={externalDocs.url}>{externalDocs.description ?? externalDocs.url}</Link>}
      </PartHeader>
      {operations.length > 0 && (
        <PartSection title={text(messagingMessages.operations)}>
          <PartLinks links={operations} />
        </PartSection>
      )}
      <MessageFolds title={text(messagingMessages.messages)} links={part.messages} />
      {parameters.length > 0 && (
        <PartSection title={text(messagingMessages.parameters)}>
          <MemberList
            label={text(messagingMessages.parameters)}
            members={parameters.map(({ name, description, schema, location }): Member => ({
              key: name,
              name,
              line: location !== undefined && <Mark>{text(messagingMessages.location, { location })}</Mark>,
              description,
              children: schema && <SchemaTree schema={schema} />,
            }))}
          />
        </PartSection>
      )}
      {servers.length > 0 && (
        <PartSection title={text(messagingMessages.servers)}>
          <p className={styles.address}>
            {servers.map(server => (
              <Code key={server}>{server}</Code>
            ))}
          </p>
        </PartSection>
      )}
      <Bindings values={part.bindings} />
      <Extensions values={part.extensions} />
    </>
  )
}
