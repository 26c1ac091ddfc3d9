import { useText } from '@portico/core/web'
import { WarningPanel } from '@portico/ui'
import { entityMessages } from '../messages.ts'
import { useEntityPage } from '../page-context.tsx'
import styles from './NoticeArea.module.css'

/** Nothing lists the entity any more. */
export function OrphanNotice() {
  const text = useText()
  const { startDelete } = useEntityPage()
  // The button stands where the language puts its words.
  const placeholder = '\u0000'
  const [before, after] = text(entityMessages.orphan, { action: placeholder }).split(placeholder)
  return (
    <WarningPanel
      title={
        <>
          {before}
          <button type="button" className={styles.inline} onClick={startDelete}>
            {text(entityMessages.orphanAction)}
          </button>
          {after}
        </>
      }
    />
  )
}
