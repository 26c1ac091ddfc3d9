import type { TimelineMark, TimelineMarks } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { VisuallyHidden } from '@portico/ui'
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { timeMessages } from './messages.ts'
import styles from './Time.module.css'

type Marks = ReadonlyMap<string, TimelineMark>

const none: Marks = new Map()
const MarksContext = createContext<Marks>(none)

/** Lets what is inside mark the entities to which something happened at the moment that is looked at. */
export function TimeMarksProvider({ marks, children }: { marks: TimelineMarks | undefined; children: ReactNode }) {
  const byRef = useMemo(() => (marks ? new Map(marks.items.map(mark => [mark.entityRef, mark])) : none), [marks])
  return <MarksContext value={byRef}>{children}</MarksContext>
}

/** What happened to an entity at the moment that is looked at; undefined for nothing. */
export function useTimeMark(entityRef: string): TimelineMark | undefined {
  return useContext(MarksContext).get(entityRef)
}

/** Says beside the name of an entity that it came or changed; compact it is a dot, so that the name keeps its room. */
export function TimeMark({ entityRef, compact = false }: { entityRef: string; compact?: boolean }) {
  const text = useText()
  const mark = useTimeMark(entityRef)
  if (!mark) return undefined
  const words = text(mark.change === 'created' ? timeMessages.markAdded : timeMessages.markChanged)
  const details = mark.fields.join(', ') || undefined
  if (compact) {
    return (
      <span className={styles.dot} data-change={mark.change} title={details ? `${words}: ${details}` : words}>
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    )
  }
  return (
    <span className={styles.mark} data-change={mark.change} title={details}>
      {words}
    </span>
  )
}
