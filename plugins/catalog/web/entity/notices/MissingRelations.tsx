import { catalogApi } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { Button, useNumber, WarningPanel } from '@portico/ui'
import { useState } from 'react'
import { useEntity } from '../../entity-context.tsx'
import { EntityLink } from '../../parts/EntityLink.tsx'
import { entityMessages } from '../messages.ts'
import styles from './NoticeArea.module.css'

/** These are declared by the other end, which therefore exists. */
const declaredElsewhere = new Set(['ownerOf', 'hasPart', 'apiConsumedBy', 'apiProvidedBy'])
/** More than this would make every visit to a large group a large request. */
const maxChecked = 1000
const shownAtFirst = 10

/** The entity names others that are not in the catalog. */
export function MissingRelations() {
  const text = useText()
  const number = useNumber()
  const [all, showAll] = useState(false)
  const entity = useEntity()
  const declared = (entity.relations ?? []).filter(({ type }) => !declaredElsewhere.has(type)).map(({ targetRef }) => targetRef)
  const refs = [...new Set(declared)].slice(0, maxChecked)
  const { data } = useQuery({
    ...query(catalogApi.getEntitiesByRefs, { body: { entityRefs: refs, fields: ['kind'] } }),
    enabled: refs.length > 0,
  })
  const missing = data ? refs.filter((_ref, index) => !data.items[index]) : []
  if (missing.length === 0) return undefined
  const shown = all ? missing : missing.slice(0, shownAtFirst)
  const hidden = missing.length - shown.length
  return (
    <WarningPanel
      title={text(entityMessages.missingRelations)}
      action={
        hidden > 0 && (
          <Button variant="default" size="xs" onClick={() => showAll(true)}>
            {text(entityMessages.showAllCount, { count: number(missing.length) })}
          </Button>
        )
      }
    >
      <ul className={styles.refs}>
        {shown.map(ref => (
          <li key={ref}>
            <EntityLink entity={ref} />
          </li>
        ))}
      </ul>
    </WarningPanel>
  )
}
