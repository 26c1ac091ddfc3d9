import { useCall, useText } from '@portico/core/web'
import { scaffolderApi, type LedgerEntry } from '@portico/scaffolder/common'
import { ConfirmDialog } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import styles from './RunPanels.module.css'

export interface UndoDialogProps {
  readonly taskId: string
  readonly entries: readonly LedgerEntry[]
  readonly open: boolean
  readonly onClose: () => void
}

/** What undoing a run will take away and what stays, before it is done. */
export function UndoDialog({ taskId, entries, open, onClose }: UndoDialogProps) {
  const text = useText()
  const { mutateAsync } = useCall(scaffolderApi.undoTask)
  const there = entries.filter(({ undoneAt }) => undoneAt === undefined)
  const undone = there.filter(({ canUndo }) => canUndo)
  const staying = there.filter(({ canUndo }) => !canUndo)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={text(runningMessages.undoTitle)}
      confirm={text(runningMessages.undoRun, { count: undone.length })}
      destructive
      onConfirm={async () => void (await mutateAsync({ params: { taskId }, body: {} }))}
    >
      <p>{text(runningMessages.undoWill)}</p>
      <ol className={styles.plan}>
        {undone.map(({ id, title, kind }) => (
          <li key={id}>
            {title} <span className={styles.kind}>{kind}</span>
          </li>
        ))}
      </ol>
      {staying.length > 0 && (
        <>
          <p>{text(runningMessages.undoWillNot)}</p>
          <ul className={styles.plan}>
            {staying.map(({ id, title, kind }) => (
              <li key={id}>
                {title} <span className={styles.kind}>{kind}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={styles.quiet}>{text(runningMessages.undoWarning)}</p>
    </ConfirmDialog>
  )
}
