import { EntityLink, useEntityPresentation } from '@portico/catalog/web'
import { Avatar } from '@portico/ui'
import styles from './RunPerson.module.css'

/** Who started a run: by title, with initials. */
export function RunPerson({ userRef }: { readonly userRef: string }) {
  const { primaryTitle } = useEntityPresentation(userRef, { defaultKind: 'user' })
  return (
    <span className={styles.person}>
      <Avatar name={primaryTitle} size={20} decorative />
      <EntityLink entity={userRef} defaultKind="user" hideIcon />
    </span>
  )
}
