import { catalogApi, type HealthProblem } from '@portico/catalog/common'
import { alertApiRef, errorApiRef, pause, useApi, useClient, useQueryCache, useText } from '@portico/core/web'
import { useEffect, useRef, useState } from 'react'
import { healthMessages } from './messages.ts'
import { nameOf } from './problem-names.ts'

/** How often it is looked whether a source was read, and how many times at most. */
const lookEveryMs = 1000
const maxLooks = 30
/** The time of reading is stored before what was read: for how many looks a problem has to outlive it until it counts as remaining. */
const looksAfterRead = 3

type Outcome = (typeof healthMessages)['solved' | 'remains' | 'takesLonger']

/** Has the sources of problems read again, waits until that has happened, and says what came of it. */
export function useReadAgain() {
  const text = useText()
  const client = useClient()
  const cache = useQueryCache()
  const alerts = useApi(alertApiRef)
  const errors = useApi(errorApiRef)
  const [reading, setReading] = useState<readonly string[]>([])
  const left = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    left.current = controller
    return () => controller.abort()
  }, [])

  /** The problem as it is now; undefined where it is gone. Which filters the page has meanwhile makes no difference. */
  async function look({ id, type, ...problem }: HealthProblem): Promise<HealthProblem | undefined> {
    const words = nameOf({ id, type, ...problem }).slice(0, 200)
    const { items } = await client.call(catalogApi.listHealthProblems, { query: { type, text: words, limit: 200 } })
    return items.find(item => item.id === id)
  }

  async function waitForRead(problem: HealthProblem, signal: AbortSignal): Promise<Outcome> {
    let looksSinceRead = 0
    for (let looks = 0; looks < maxLooks && !signal.aborted; looks++) {
      const now = await look(problem)
      if (!now) return healthMessages.solved
      if ((now.lastReadAt ?? '') > (problem.lastReadAt ?? '') && ++looksSinceRead > looksAfterRead) return healthMessages.remains
      await pause(lookEveryMs, signal)
    }
    return healthMessages.takesLonger
  }

  async function readAgain(problem: HealthProblem): Promise<void> {
    const { signal } = left.current
    setReading(before => [...before, problem.id])
    try {
      await client.call(catalogApi.refreshHealthProblem, { body: { id: problem.id } })
      const outcome = await waitForRead(problem, signal)
      if (signal.aborted) return
      await Promise.all([cache.invalidate(catalogApi.listHealthProblems), cache.invalidate(catalogApi.countHealthProblems)])
      const severity = outcome === healthMessages.solved ? 'success' : 'info'
      alerts.post({ message: text(outcome, { name: nameOf(problem) }), severity, display: 'transient' })
    } catch (error) {
      if (!signal.aborted) errors.post(error)
    } finally {
      if (!signal.aborted) setReading(before => before.filter(id => id !== problem.id))
    }
  }

  return { readAgain, isReading: ({ id }: HealthProblem) => reading.includes(id) }
}
