import { useCallback, useEffect, useState } from 'react'
import { useKubernetes, type PodPlace } from '../client/kubernetes-client.ts'
import { appendLog, emptyLog } from './log-text.ts'

const tailLines = 5000
const drawEveryMs = 100

interface PodLogRequest {
  readonly place: PodPlace
  readonly container: string
  readonly previous: boolean
}

/** Reads a log as it is written. It is drawn ten times a second at most. */
export function usePodLog({ place, container, previous }: PodLogRequest) {
  const { client } = useKubernetes()
  const { cluster, namespace, name } = place
  const [log, setLog] = useState(emptyLog)
  const [error, setError] = useState<Error>()
  const [isRunning, setRunning] = useState(true)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let current = emptyLog
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = () => {
      timer = undefined
      if (!signal.aborted) setLog(current)
    }
    async function read(): Promise<void> {
      setError(undefined)
      setRunning(!previous)
      setLog(emptyLog)
      const response = await client.log({ cluster, namespace, name }, { container, previous, follow: !previous, tailLines, signal })
      const reader = response.body?.getReader()
      const decoder = new TextDecoder()
      for (;;) {
        const part = await reader?.read()
        if (!part || part.done) break
        current = appendLog(current, decoder.decode(part.value, { stream: true }))
        timer ??= setTimeout(draw, drawEveryMs)
      }
      draw()
      if (!signal.aborted) setRunning(false)
    }
    read().catch((failure: unknown) => {
      if (!signal.aborted) setError(failure instanceof Error ? failure : new Error(String(failure)))
    })
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [client, cluster, namespace, name, container, previous, attempt])
  const retry = useCallback(() => setAttempt(before => before + 1), [])
  return { log: log.text, isCut: log.isCut, error, isRunning, retry }
}
