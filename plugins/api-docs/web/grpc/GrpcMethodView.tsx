import type { GrpcMethodPart, TypeUse } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Description } from '../definition/Description.tsx'
import { ItemLink } from '../definition/ItemLink.tsx'
import { MethodWord } from '../definition/MethodWord.tsx'
import { PartHeader, PartSection } from '../definition/PartHeader.tsx'
import { Mark, MemberList } from '../members/MemberList.tsx'
import { PartOnDemand } from '../members/PartOnDemand.tsx'
import { TypeUseLink } from '../members/TypeUseLink.tsx'
import { GrpcFields, GrpcValues } from './GrpcFields.tsx'
import { readHttpRules } from './http-rules.ts'
import { grpcMessages } from './messages.ts'
import { Options } from './Options.tsx'
import styles from './Grpc.module.css'

/** A method: what it takes and gives, how it streams, and how it is called over HTTP. */
export function GrpcMethodView({ part }: { readonly part: GrpcMethodPart }) {
  const text = useText()
  const { rules, others } = readHttpRules(part.options)
  return (
    <>
      <PartHeader id={part.id} title={part.name} word="RPC" isDeprecated={part.isDeprecated}>
        <p className={styles.line}>
          <ItemLink id={part.service.id}>{part.service.label}</ItemLink>
          <span className={styles.streaming}>{text(streamingOf(part))}</span>
        </p>
        <Description text={part.description} />
      </PartHeader>
      <MessageSection title={text(grpcMessages.request)} type={part.request} isStream={part.isRequestStream} />
      <MessageSection title={text(grpcMessages.response)} type={part.response} isStream={part.isResponseStream} />
      {rules.length > 0 && (
        <PartSection title={text(grpcMessages.http)}>
          <MemberList
            label={text(grpcMessages.http)}
            members={rules.map(({ method, path, body }) => ({
              key: `${method} ${path}`,
              name: (
                <span className={styles.line}>
                  <MethodWord word={method} /> {path}
                </span>
              ),
              line: body !== undefined && <Mark>{text(grpcMessages.httpBody, { body })}</Mark>,
            }))}
          />
        </PartSection>
      )}
      <Options values={others} />
    </>
  )
}

function streamingOf({ isRequestStream, isResponseStream }: GrpcMethodPart) {
  if (isRequestStream && isResponseStream) return grpcMessages.bothStream
  if (isRequestStream) return grpcMessages.clientStream
  return isResponseStream ? grpcMessages.serverStream : grpcMessages.unary
}

interface MessageSectionProps {
  readonly title: string
  readonly type: TypeUse
  readonly isStream: boolean | undefined
}

function MessageSection({ title, type, isStream = false }: MessageSectionProps) {
  const text = useText()
  const note = (
    <>
      {isStream && <Mark>{text(grpcMessages.stream)} </Mark>}
      <TypeUseLink type={type} />
    </>
  )
  return (
    <PartSection title={title} note={note}>
      {type.ref !== undefined && (
        <PartOnDemand id={type.ref}>
          {part =>
            part.kind === 'grpc-type' && (
              <>
                <Description text={part.description} />
                {part.form === 'enum' ? (
                  <GrpcValues list={part.values} />
                ) : (
                  <GrpcFields list={part.fields} label={text(grpcMessages.fieldsOf, { name: part.name })} />
                )}
              </>
            )
          }
        </PartOnDemand>
      )}
    </PartSection>
  )
}
