import { Link, query, RequestErrorPanel, useQuery, useText } from '@portico/core/web'
import { scaffolderApi, type LedgerEntry } from '@portico/scaffolder/common'
import { ErrorText, InfoCard, Status } from '@portico/ui'
import { NamedEntities } from '../../parts/NamedEntities.tsx'
import { runningMessages } from '../messages.ts'
import styles from './RunPanels.module.css'

/** What a run has made outside its workspace. */
export function RunLedger({ taskId, isOver }: { readonly taskId: string; readonly isOver: boolean }) {
  const text = useText()
  const { data, error, refetch } = useLedger(taskId, isOver)
  if (error && !data) return <RequestErrorPanel error={error} title={text(runningMessages.ledgerFailed)} onRetry={() => void refetch()} />
  if (!data || data.entries.length === 0) return undefined
  return (
    <InfoCard title={text(runningMessages.ledger)} flush>
      <ul className={styles.entries} aria-label={text(runningMessages.ledger)}>
        {data.entries.map(entry => (
          <li key={entry.id}>
            <span className={styles.entry}>
              {entry.address === undefined ? (
                <span>
                  <NamedEntities>{entry.title}</NamedEntities>
                </span>
              ) : (
                <Link to={entry.address}>{entry.title}</Link>
              )}
              <span className={styles.kind}>{entry.kind}</span>
            </span>
            <EntryState entry={entry} />
          </li>
        ))}
      </ul>
    </InfoCard>
  )
}

/** The ledger of a task; the end of the run is part of what is asked, so that it is read again then. */
export function useLedger(taskId: string, isOver: boolean) {
  const options = query(scaffolderApi.getLedger, { params: { taskId } })
  return useQuery({ ...options, queryKey: [...options.queryKey, isOver] })
}

function EntryState({ entry: { undoneAt, undoError, canUndo } }: { readonly entry: LedgerEntry }) {
  const text = useText()
  if (undoneAt !== undefined) return <Status kind="aborted">{text(runningMessages.undone)}</Status>
  if (undoError !== undefined) return <ErrorText>{text(runningMessages.undoFailed, { reason: undoError })}</ErrorText>
  return canUndo ? undefined : <span className={styles.quiet}>{text(runningMessages.cannotUndo)}</span>
}
