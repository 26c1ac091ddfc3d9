import type { TypeUse } from '@portico/api-docs/common'
import { ItemLink } from '../definition/ItemLink.tsx'
import styles from './Members.module.css'

/** A type where it is used: `[Booking!]!`. It leads to the type, where that is in the definition. */
export function TypeUseLink({ type: { text, ref } }: { readonly type: TypeUse }) {
  return <code className={styles.type}>{ref === undefined ? text : <ItemLink id={ref}>{text}</ItemLink>}</code>
}
