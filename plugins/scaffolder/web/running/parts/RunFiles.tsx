import { RequestErrorPanel, useText } from '@portico/core/web'
import { InfoCard, useBytes, useDate, useNumber } from '@portico/ui'
import { runningMessages } from '../messages.ts'
import { useRunFiles } from '../use-run-files.ts'
import styles from './RunPanels.module.css'

/** The files that a run has made, and how long they can be downloaded. */
export function RunFiles({ taskId, isOver }: { readonly taskId: string; readonly isOver: boolean }) {
  const text = useText()
  const [bytes, number, date] = [useBytes(), useNumber(), useDate()]
  const { data, error, refetch } = useRunFiles(taskId, isOver)
  if (error && !data) return <RequestErrorPanel error={error} title={text(runningMessages.filesFailed)} onRetry={() => void refetch()} />
  if (!data || data.files.length + data.leftOut === 0) return undefined
  const { files, leftOut, keptUntil } = data
  return (
    <InfoCard title={text(runningMessages.files)} action={<span className={styles.quiet}>{number(files.length)}</span>}>
      <ul className={styles.paths} aria-label={text(runningMessages.files)} tabIndex={0}>
        {files.map(({ path, size }) => (
          <li key={path}>
            <span dir="auto">{path}</span>
            <span className={styles.size}>{bytes(size)}</span>
          </li>
        ))}
      </ul>
      {leftOut > 0 && (
        <p className={`${styles.quiet} ${styles.spaced}`}>{text(runningMessages.filesLeftOut, { count: number(leftOut) })}</p>
      )}
      {keptUntil !== undefined && (
        <p className={`${styles.quiet} ${styles.spaced}`}>
          {text(runningMessages.filesKept, { date: date(new Date(keptUntil), { dateStyle: 'long' }) })}
        </p>
      )}
    </InfoCard>
  )
}
