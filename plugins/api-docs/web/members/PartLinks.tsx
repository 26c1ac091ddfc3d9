import type { PartLink } from '@portico/api-docs/common'
import { ItemLink } from '../definition/ItemLink.tsx'
import styles from './Members.module.css'

/** Links to other parts, side by side. */
export function PartLinks({ links }: { readonly links: readonly PartLink[] }) {
  return (
    <ul className={styles.links}>
      {links.map(({ id, label }) => (
        <li key={id}>
          <ItemLink id={id}>{label}</ItemLink>
        </li>
      ))}
    </ul>
  )
}
