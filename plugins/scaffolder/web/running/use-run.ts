import { query, useClient, useQuery, useText } from '@portico/core/web'
import { hasEnded, scaffolderApi, type Task } from '@portico/scaffolder/common'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { followTask } from './follow-task.ts'
import { runningMessages } from './messages.ts'
import { useTaskChanges, useTaskPolling } from './use-task-changes.ts'
import { createRunLog, type RunEnd, type RunSnapshot } from './run-log.ts'

export interface Run {
  readonly task: Task | undefined
  /** Why the task itself could not be loaded. */
  readonly error: Error | null
  readonly refetch: () => void
  readonly log: RunSnapshot
  /** Why no events come at the moment. */
  readonly trouble: { readonly error: Error; readonly isFinal: boolean } | undefined
  /** Follows again after a final error. */
  readonly followAgain: () => void
  /** The task was started again from here. */
  readonly reopen: () => void
}

const refetchMs = 1000

/** A task and its log, live. Another task needs another component. */
export function useRun(taskId: string): Run {
  const client = useClient()
  const text = useText()
  const log = useMemo(
    () => createRunLog({ resumed: text(runningMessages.resumed), startedOver: text(runningMessages.startedOver) }),
    [text],
  )
  const snapshot = useSyncExternalStore(log.subscribe, log.snapshot)
  const [trouble, setTrouble] = useState<Run['trouble']>()
  const [turn, setTurn] = useState(0)
  const { refetchInterval } = useTaskPolling()
  const {
    data: task,
    error,
    refetch,
  } = useQuery({
    ...query(scaffolderApi.getTask, { params: { taskId } }),
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data.status) ? refetchInterval : false),
  })
  // Another tab, or another person, may run an ended task again.
  useTaskChanges(() => task && hasEnded(task.status) && void refetch())
  const isFollowing = !isSettled(snapshot.end, task)
  const reload = useEffectEvent(() => void refetch())

  useEffect(() => {
    if (!isFollowing) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    followTask({
      client,
      taskId,
      lastId: () => log.snapshot().lastId,
      signal: abort.signal,
      onTrouble: problem => setTrouble(problem && { error: problem, isFinal: false }),
      onEvents(events) {
        log.add(events)
        // What it waits for stands in the task, not in its events.
        timer ??= setTimeout(() => {
          timer = undefined
          reload()
        }, refetchMs)
      },
    }).then(
      () => !abort.signal.aborted && reload(),
      (problem: Error) => {
        if (!abort.signal.aborted) setTrouble({ error: problem, isFinal: true })
      },
    )
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [client, taskId, log, isFollowing, turn])

  return {
    task,
    error,
    refetch: () => void refetch(),
    log: snapshot,
    trouble,
    followAgain() {
      setTrouble(undefined)
      setTurn(turn + 1)
      void refetch()
    },
    reopen: log.reopen,
  }
}

/** Whether the log has the end that the task has: if not, there is more to come. */
function isSettled(end: RunEnd | undefined, task: Task | undefined): boolean {
  if (!end || !task || !hasEnded(task.status)) return false
  return (end.error === undefined) === (task.status === 'completed')
}
