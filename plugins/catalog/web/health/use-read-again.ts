import { catalogApi, type HealthProblem } from '@portico/catalog/common'
import { alertApiRef, errorApiRef, useApi, useClient, useQueryCache, useText } from '@portico/core/web'
import { useEffect, useState } from 'react'
import { healthMessages } from './messages.ts'
import { nameOf } from './problem-names.ts'

/** How often a page that waits for a source looks, and how long it waits. */
const lookEveryMs = 1000
const maxWaitMs = 30_000

interface Awaited {
  readonly problem: HealthProblem
  readonly since: number
}

type Outcome = (typeof healthMessages)['solved' | 'remains' | 'takesLonger']

/** Has the sources of problems read again, and says what came of it. `problems` are those that the page shows now. */
export function useReadAgain(problems: readonly HealthProblem[] | undefined, isFresh: boolean) {
  const text = useText()
  const client = useClient()
  const cache = useQueryCache()
  const alerts = useApi(alertApiRef)
  const errors = useApi(errorApiRef)
  const [awaited, setAwaited] = useState<readonly Awaited[]>([])

  useEffect(() => {
    if (awaited.length === 0 || !problems || !isFresh) return
    const results = awaited.map(each => ({ each, message: outcomeOf(each, problems) }))
    for (const { each, message } of results) {
      if (!message) continue
      const severity = message === healthMessages.solved ? 'success' : 'info'
      alerts.post({ message: text(message, { name: nameOf(each.problem) }), severity, display: 'transient' })
    }
    if (results.every(({ message }) => !message)) return
    setAwaited(results.filter(({ message }) => !message).map(({ each }) => each))
    void cache.invalidate(catalogApi.countHealthProblems)
  }, [awaited, problems, isFresh, alerts, text, cache])

  useEffect(() => {
    if (awaited.length === 0) return
    const timer = setInterval(() => void cache.invalidate(catalogApi.listHealthProblems), lookEveryMs)
    return () => clearInterval(timer)
  }, [awaited.length, cache])

  async function readAgain(problem: HealthProblem): Promise<void> {
    const mark = { problem, since: Date.now() }
    setAwaited(now => [...now.filter(({ problem: { id } }) => id !== problem.id), mark])
    try {
      await client.call(catalogApi.refreshHealthProblem, { body: { id: problem.id } })
    } catch (error) {
      setAwaited(now => now.filter(each => each !== mark))
      errors.post(error)
    }
  }

  return { readAgain, isReading: ({ id }: HealthProblem) => awaited.some(({ problem }) => problem.id === id) }
}

/** What to say of a problem that was read again; nothing while that has not happened. */
function outcomeOf({ problem, since }: Awaited, problems: readonly HealthProblem[]): Outcome | undefined {
  const now = problems.find(({ id }) => id === problem.id)
  if (!now) return healthMessages.solved
  if ((now.lastReadAt ?? '') > (problem.lastReadAt ?? '')) return healthMessages.remains
  return Date.now() - since > maxWaitMs ? healthMessages.takesLonger : undefined
}
