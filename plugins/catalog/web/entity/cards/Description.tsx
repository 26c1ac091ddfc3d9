import type { Entity } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { Button, Markdown } from '@portico/ui'
import { useId, useState } from 'react'
import { entityMessages } from '../messages.ts'
import styles from './AboutCard.module.css'

/** Longer descriptions are collapsed. */
const longFrom = 700

/** The description of the entity. A long one is collapsed. */
export function Description({ entity }: { entity: Entity }) {
  const text = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  const words = entity.metadata.description
  if (!words) return <p className={styles.quiet}>{text(entityMessages.noDescription)}</p>
  const isLong = words.length > longFrom
  return (
    <div>
      <div id={id} dir="auto" className={`${styles.description} ${isLong && !open ? styles.folded : ''}`}>
        <Markdown>{words}</Markdown>
      </div>
      {isLong && (
        <Button variant="subtle" color="gray" size="compact-xs" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {text(open ? entityMessages.showLess : entityMessages.showMore)}
        </Button>
      )}
    </div>
  )
}
