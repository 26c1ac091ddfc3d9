import { useText } from '@portico/core/web'
import { catalogMessages } from '../messages.ts'
import { EntityLink } from '../parts/EntityLink.tsx'
import { shortenRef } from '../presentation/entity-presentation.ts'
import styles from './RefLinks.module.css'

/** The first of several entities, and how many more. */
export function RefLinks({ refs, defaultKind }: { refs: readonly string[]; defaultKind: string }) {
  const text = useText()
  const [first, ...rest] = refs
  if (first === undefined) return undefined
  const names = rest.map(ref => shortenRef(ref, { defaultKind })).join(', ')
  return (
    <span className={styles.refs}>
      <EntityLink entity={first} defaultKind={defaultKind} hideIcon />
      {rest.length > 0 && (
        <span className={styles.more} title={text(catalogMessages.andOthers, { names })}>
          +{rest.length}
        </span>
      )}
    </span>
  )
}
