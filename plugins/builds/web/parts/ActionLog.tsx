import { isOpen, verdictOf, type BuildAction, type BuildDetails } from '@portico/builds/common'
import { RequestErrorPanel, useText } from '@portico/core/web'
import { Button, LogViewer, SkeletonRows } from '@portico/ui'
import { useMemo, useState } from 'react'
import { readLog } from '../log/read-log.ts'
import { buildsMessages } from '../messages.ts'
import type { BuildSystem } from '../slots.ts'
import { useLog } from '../use-builds.ts'
import styles from './ActionLog.module.css'

interface ActionLogProps {
  readonly action: BuildAction
  readonly build: BuildDetails
  readonly system: BuildSystem
  /** One of several: its name stands above it. */
  readonly isNamed: boolean
}

/** What an action wrote. One that failed opens at its first error. */
export function ActionLog({ action, build, system, isNamed }: ActionLogProps) {
  const text = useText()
  const [isTall, setTall] = useState(false)
  const { data = '', error, isLoading, refetch } = useLog(system, build.id, action)
  const log = useMemo(() => readLog(data), [data])
  const hasFailed = verdictOf(action.status) === 'bad'
  if (error && data === '') return <RequestErrorPanel error={error} title={text(buildsMessages.failedLog)} onRetry={() => void refetch()} />
  if (isLoading) return <SkeletonRows rows={4} />
  return (
    <div className={styles.log}>
      <div className={styles.head}>
        {isNamed && <span className={styles.name}>{action.name}</span>}
        {log.text !== '' && (
          <Button size="compact-sm" variant="subtle" aria-expanded={isTall} className={styles.size} onClick={() => setTall(!isTall)}>
            {text(isTall ? buildsMessages.shorter : buildsMessages.taller)}
          </Button>
        )}
      </div>
      <LogViewer
        label={text(buildsMessages.logOf, { name: action.name })}
        text={log.text}
        groups={log.groups}
        errors={hasFailed ? log.errors : undefined}
        opensAtError={hasFailed}
        running={isOpen(action.status) && action.hasLog}
        empty={text(buildsMessages.nothingHere)}
        height={isTall ? '70vh' : '20vh'}
        fileName={`build-${build.number}-${action.name.replace(/[^\w.-]+/g, '-')}.txt`}
      />
    </div>
  )
}
