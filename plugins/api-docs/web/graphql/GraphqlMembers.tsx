import type { GraphqlArgument, GraphqlField } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { MemberList, Mark, Written, type Member } from '../members/MemberList.tsx'
import { TypeUseLink } from '../members/TypeUseLink.tsx'
import styles from './Graphql.module.css'
import { graphqlMessages } from './messages.ts'

/** Arguments of a field or of a directive. */
export function Arguments({ list, label }: { readonly list: readonly GraphqlArgument[]; readonly label?: string }) {
  const text = useText()
  const members = list.map(({ name, type, default: value, description, deprecation, directives }): Member => ({
    key: name,
    name,
    line: (
      <>
        <TypeUseLink type={type} />
        {value !== undefined && <Mark>{text(graphqlMessages.default, { value })}</Mark>}
      </>
    ),
    description,
    deprecation,
    children: <Written words={directives} />,
  }))
  return <MemberList label={label ?? text(graphqlMessages.arguments)} members={members} />
}

/** Fields of a type, each with its arguments. */
export function Fields({ list, label }: { readonly list: readonly GraphqlField[]; readonly label?: string }) {
  const text = useText()
  const members = list.map(({ name, type, arguments: own, description, deprecation, directives }): Member => {
    const written = directives?.filter(word => !word.startsWith('@deprecated'))
    return {
      key: name,
      name: own.length > 0 ? `${name}(${own.map(argument => argument.name).join(', ')})` : name,
      line: <TypeUseLink type={type} />,
      description,
      deprecation,
      children: (
        <>
          {own.length > 0 && (
            <div className={styles.arguments}>
              <Arguments list={own} label={`${text(graphqlMessages.arguments)}: ${name}`} />
            </div>
          )}
          <Written words={written} />
        </>
      ),
    }
  })
  return <MemberList label={label ?? text(graphqlMessages.fields)} members={members} />
}
