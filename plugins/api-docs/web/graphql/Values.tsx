import type { GraphqlTypePart } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { MemberList } from '../members/MemberList.tsx'
import { graphqlMessages } from './messages.ts'

/** The values of an enum. */
export function Values({ list }: { readonly list: GraphqlTypePart['values'] }) {
  const text = useText()
  return (
    <MemberList
      label={text(graphqlMessages.values)}
      members={list.map(({ name, description, deprecation }) => ({ key: name, name, description, deprecation }))}
    />
  )
}
