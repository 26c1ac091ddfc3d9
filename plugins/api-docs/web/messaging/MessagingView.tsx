import type { MessagingPart, SecurityNeed } from '@portico/api-docs/common'
import { Link, useText, type Message } from '@portico/core/web'
import { Code } from '@portico/ui'
import type { ReactNode } from 'react'
import { Description } from '../definition/Description.tsx'
import { Extensions } from '../definition/Extensions.tsx'
import { ItemLink } from '../definition/ItemLink.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { Bindings } from './Bindings.tsx'
import { messagingMessages } from './messages.ts'
import { MessageFolds } from './MessageFolds.tsx'
import styles from './Messaging.module.css'

/** An operation of AsyncAPI: where it sends to or receives from, its messages, and the reply. */
export function MessagingView({ part }: { readonly part: MessagingPart }) {
  const text = useText()
  const { channel, reply, externalDocs } = part
  return (
    <>
      <PartHeader
        id={part.id}
        title={part.title ?? part.name}
        word={part.action.toUpperCase()}
        summary={part.summary}
        isDeprecated={part.isDeprecated}
      >
        {channel && (
          <Sentence message={part.action === 'send' ? messagingMessages.sends : messagingMessages.receives}>
            <ItemLink id={channel.id}>{channel.label}</ItemLink>
          </Sentence>
        )}
        <Description text={part.description} />
        {externalDocs && <Link to={externalDocs.url}>{externalDocs.description ?? externalDocs.url}</Link>}
      </PartHeader>
      <MessageFolds title={text(messagingMessages.messages)} links={part.messages} />
      {reply && (
        <PartSection title={text(messagingMessages.reply)}>
          <ReplyTarget reply={reply} />
          <MessageFolds links={reply.messages} />
        </PartSection>
      )}
      {part.security && <Security alternatives={part.security} />}
      <Bindings values={part.bindings} />
      <Extensions values={part.extensions} />
    </>
  )
}

function ReplyTarget({ reply: { channel, address } }: { readonly reply: NonNullable<MessagingPart['reply']> }) {
  const text = useText()
  return (
    <>
      {address !== undefined && <p className={styles.sentence}>{text(messagingMessages.replyTo, { address })}</p>}
      {channel && (
        <p className={styles.address}>
          <span className={styles.label}>{text(messagingMessages.channel)}</span>
          <ItemLink id={channel.id}>{channel.label}</ItemLink>
        </p>
      )}
    </>
  )
}

/** Any of the lines; all of one line together. */
function Security({ alternatives }: { readonly alternatives: readonly (readonly SecurityNeed[])[] }) {
  const text = useText()
  return (
    <PartSection title={text(messagingMessages.security)}>
      <ul className={styles.needs}>
        {alternatives.map((needs, index) => (
          <li key={index} className={styles.address}>
            {needs.length === 0 && text(messagingMessages.noSecurity)}
            {needs.map(({ scheme, scopes }) => (
              <Code key={scheme}>{[scheme, ...scopes].join(' ')}</Code>
            ))}
          </li>
        ))}
      </ul>
    </PartSection>
  )
}

/** A sentence with a channel in it. */
function Sentence({ message, children }: { readonly message: Message<`${string}{channel}${string}`>; readonly children: ReactNode }) {
  const text = useText()
  const [before, after] = text(message, { channel: '\u0000' }).split('\u0000')
  return (
    <p className={styles.sentence}>
      {before}
      {children}
      {after}
    </p>
  )
}
