import { useText } from '@portico/core/web'
import { Button, InfoCard } from '@portico/ui'
import type { ComponentType } from 'react'
import { useEntity } from '../../entity-context.tsx'
import { entityMessages } from '../messages.ts'
import { useFirstRows } from '../relations/relation-rows.ts'
import { relationsIn, type RelationGroup } from '../relations/relation-groups.ts'
import styles from '../relations/RelationPart.module.css'
import { RelationPart } from '../relations/RelationPart.tsx'

/** A card for relations that belong together. */
export function createRelationsCard(group: RelationGroup): ComponentType {
  return function RelationsCard() {
    const text = useText()
    const entity = useEntity()
    const { error, refetch } = useFirstRows(entity)
    return (
      <InfoCard title={text(group.title)}>
        <div className={styles.parts}>
          {relationsIn(entity, group).map(relation => (
            <RelationPart key={relation.type} relation={relation} />
          ))}
          {error && (
            <p role="alert" className={styles.failure}>
              {text(entityMessages.rowsFailed)}
              <Button variant="default" size="compact-xs" onClick={refetch}>
                {text(entityMessages.retry)}
              </Button>
            </p>
          )}
        </div>
      </InfoCard>
    )
  }
}
