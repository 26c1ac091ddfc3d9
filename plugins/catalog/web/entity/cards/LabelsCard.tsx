import { useText } from '@portico/core/web'
import { InfoCard } from '@portico/ui'
import { useEntity } from '../../entity-context.tsx'
import { entityMessages } from '../messages.ts'
import styles from './LabelsCard.module.css'

/** The labels of an entity: the name, with its prefix on hover, and the value. */
export function LabelsCard() {
  const text = useText()
  const labels = Object.entries(useEntity().metadata.labels ?? {})
  return (
    <InfoCard title={text(entityMessages.labels)}>
      <dl className={styles.labels}>
        {labels.map(([key, value]) => (
          <div key={key} className={styles.label}>
            <dt title={key} dir="auto">
              {key.slice(key.indexOf('/') + 1) || key}
            </dt>
            <dd title={String(value)} dir="auto">
              {String(value) || '–'}
            </dd>
          </div>
        ))}
      </dl>
    </InfoCard>
  )
}
