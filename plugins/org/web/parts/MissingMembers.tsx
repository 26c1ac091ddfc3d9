import { catalogApi } from '@portico/catalog/common'
import { EntityLink } from '@portico/catalog/web'
import { useClient, useQuery, useText } from '@portico/core/web'
import { Button, SkeletonRows, useNumber } from '@portico/ui'
import { useState } from 'react'
import { orgMessages } from '../messages.ts'
import styles from './MissingMembers.module.css'

const atOnce = 1000
const maxShown = 100

/** Members that a group names and that are not in the catalog. Their names are loaded on demand. */
export function MissingMembers({ refs, count }: { refs: readonly string[]; count: number }) {
  const text = useText()
  const number = useNumber()
  const client = useClient()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['org', 'missing-members', refs],
    enabled: isOpen,
    queryFn: async ({ signal }) => {
      const missing: string[] = []
      for (let at = 0; at < refs.length; at += atOnce) {
        const entityRefs = refs.slice(at, at + atOnce)
        const body = { entityRefs, fields: ['kind'] }
        const { items } = await client.call(catalogApi.getEntitiesByRefs, { query: {}, body }, { signal })
        missing.push(...entityRefs.filter((_, index) => !items[index]))
      }
      return missing
    },
  })
  return (
    <div className={styles.missing}>
      <p>
        {text(orgMessages.missingMembers, { count: number(count) })}
        {!isOpen && (
          <Button size="compact-xs" variant="subtle" className={styles.show ?? ''} onClick={() => setIsOpen(true)}>
            {text(orgMessages.showMissing)}
          </Button>
        )}
      </p>
      <p className={styles.hint}>{text(orgMessages.missingMembersHint)}</p>
      {isOpen && !data && !error && <SkeletonRows rows={1} />}
      {error && <p role="alert">{error.message}</p>}
      {data && (
        <ul className={styles.list}>
          {data.slice(0, maxShown).map(ref => (
            <li key={ref}>
              <EntityLink entity={ref} defaultKind="user" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
