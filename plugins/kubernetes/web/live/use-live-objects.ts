import { pause, query, useClient, useQuery } from '@portico/core/web'
import { kubernetesApi } from '@portico/kubernetes/common'
import { useCallback, useEffect, useReducer, useState } from 'react'
import type { MissingToken } from '../client/cluster-auth.ts'
import { inKubernetesWords } from '../client/failures.ts'
import { useKubernetes } from '../client/kubernetes-client.ts'
import { applyLive, type LiveEvent, type LiveState } from './live-state.ts'

export interface LiveObjects extends LiveState {
  readonly connection: 'connecting' | 'live' | 'lost'
  /** Why there is nothing at all. */
  readonly error?: Error | undefined
  readonly missing: readonly MissingToken[]
  readonly retry: () => void
}

const firstRetryMs = 1000
const maxRetryMs = 30_000
/** Tokens of users end after an hour: the stream is opened again with new ones before. */
const renewMs = 40 * 60_000

/** The objects of an entity, as they are now: the server watches the clusters, this follows the server. */
export function useLiveObjects(entityRef: string): LiveObjects {
  const client = useClient()
  const { auth } = useKubernetes()
  const listed = useQuery(query(kubernetesApi.listClusters))
  const clusters = listed.data?.items
  const [state, dispatch] = useReducer(applyLive, {})
  const [connection, setConnection] = useState<LiveObjects['connection']>('connecting')
  const [error, setError] = useState<Error>()
  const [missing, setMissing] = useState<readonly MissingToken[]>([])
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (!clusters) return
    const leaving = new AbortController()
    const { signal } = leaving
    let hasWorked = false
    let renewal: AbortSignal | undefined
    /** Clusters that refused the token of the user. Each is given another once, until it has taken one. */
    const refused = new Set<string>()
    const isUsers = (name: string) => clusters!.some(each => each.name === name && auth.isUsers(each))
    /** Follows until the stream ends. @returns whether it is to be opened again at once, with other tokens */
    async function follow(renew: ReadonlySet<string>): Promise<boolean> {
      const tokens = await auth.authFor(clusters!, renew)
      setMissing(tokens.missing)
      renewal = Object.keys(tokens.auth).length > 0 ? AbortSignal.timeout(renewMs) : undefined
      const until = renewal ? AbortSignal.any([signal, renewal]) : signal
      for await (const event of client.stream(kubernetesApi.followObjects, { body: { entityRef, auth: tokens.auth } }, { signal: until })) {
        hasWorked = true
        setError(undefined)
        setConnection('live')
        const { cluster, isGood } = tokenNews(event)
        if (cluster !== undefined && isGood) refused.delete(cluster)
        if (cluster !== undefined && !isGood && isUsers(cluster) && !refused.has(cluster)) {
          refused.add(cluster)
          return true
        }
        dispatch(event)
      }
      return false
    }
    async function keepFollowing(): Promise<void> {
      let renew: ReadonlySet<string> = new Set()
      for (let retryMs = firstRetryMs; !signal.aborted; retryMs = Math.min(retryMs * 2, maxRetryMs)) {
        try {
          const isRefused = await follow(renew)
          renew = new Set(isRefused ? refused : [])
          if (isRefused) continue
        } catch (failure) {
          if (signal.aborted) return
          if (renewal?.aborted) continue
          setError(inKubernetesWords(failure) as Error)
        }
        if (signal.aborted) return
        setConnection('lost')
        if (hasWorked) retryMs = firstRetryMs
        hasWorked = false
        await pause(retryMs, signal)
      }
    }
    void keepFollowing()
    return () => leaving.abort()
  }, [client, auth, clusters, entityRef, attempt])

  const refetch = listed.refetch
  const retry = useCallback(() => {
    setConnection('connecting')
    setError(undefined)
    setAttempt(before => before + 1)
    void refetch()
  }, [refetch])
  const failure = error ?? (listed.error ? (inKubernetesWords(listed.error) as Error) : undefined)
  return { ...state, connection, error: failure, missing, retry }
}

/** Whether a cluster took its token, where an event says that. */
function tokenNews({ event, data }: LiveEvent): { readonly cluster?: string; readonly isGood?: boolean } {
  if (event === 'state' && !data.isLive && data.isUnauthorized) return { cluster: data.cluster, isGood: false }
  if (event !== 'objects') return {}
  const isRefused = data.errors.some(error => 'statusCode' in error && error.statusCode === 401)
  return { cluster: data.cluster.name, isGood: !isRefused }
}
