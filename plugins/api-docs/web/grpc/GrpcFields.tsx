import type { GrpcField, GrpcTypePart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Mark, MemberList, Written, type Member } from '../members/MemberList.tsx'
import { TypeUseLink } from '../members/TypeUseLink.tsx'
import styles from './Grpc.module.css'
import { grpcMessages } from './messages.ts'

/** Fields of a message with their numbers, those of a oneof marked. */
export function GrpcFields({ list, label }: { readonly list: readonly GrpcField[]; readonly label: string }) {
  const text = useText()
  if (list.length === 0) return <p className={styles.quiet}>{text(grpcMessages.noFields)}</p>
  const members = list.map(({ name, number, type, label: repeats, oneof, description, isDeprecated, options }): Member => ({
    key: `${number} ${name}`,
    name,
    line: (
      <>
        {repeats && <Mark>{repeats}</Mark>}
        <TypeUseLink type={type} />
        <Mark>= {number}</Mark>
        {oneof !== undefined && <span className={styles.streaming}>oneof {oneof}</span>}
      </>
    ),
    description,
    deprecation: isDeprecated,
    children: <Written words={toWords(options)} />,
  }))
  return <MemberList label={label} members={members} />
}

/** Values of an enum with their numbers. */
export function GrpcValues({ list }: { readonly list: GrpcTypePart['values'] }) {
  const text = useText()
  const members = list.map(({ name, number, description, isDeprecated }): Member => ({
    key: `${number} ${name}`,
    name,
    line: <Mark>= {number}</Mark>,
    description,
    deprecation: isDeprecated,
  }))
  return <MemberList label={text(grpcMessages.values)} members={members} />
}

/** Options in the words of the language. `deprecated` has a mark of its own. */
function toWords(options: GrpcField['options'] = {}): string[] {
  return Object.entries(options)
    .filter(([name]) => name !== 'deprecated' && name !== 'proto3_optional')
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
}
