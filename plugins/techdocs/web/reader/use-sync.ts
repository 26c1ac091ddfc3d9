import { useClient } from '@portico/core/web'
import { techdocsApi, type DocsParams } from '@portico/techdocs/common'
import { useEffect, useState } from 'react'

export interface SyncState {
  readonly status: 'running' | 'cached' | 'updated' | 'failed'
  readonly log: readonly string[]
  readonly error?: string
}

/** Has the newest state of the docs prepared, or of a version of them, while what is there is read. */
export function useSync(params: DocsParams, version?: string): SyncState {
  const client = useClient()
  const { namespace, kind, name } = params
  const [state, setState] = useState<SyncState>({ status: 'running', log: [] })
  useEffect(() => {
    const abort = new AbortController()
    async function run() {
      try {
        await followSync(
          client.stream(
            techdocsApi.syncDocs,
            { params: { namespace, kind, name }, query: version === undefined ? {} : { version } },
            { signal: abort.signal },
          ),
          setState,
        )
      } catch (error) {
        if (abort.signal.aborted) return
        setState(({ log }) => ({ status: 'failed', log, error: error instanceof Error ? error.message : String(error) }))
      }
    }
    void run()
    return () => abort.abort()
  }, [client, namespace, kind, name, version])
  return state
}

type SyncEvent =
  | { readonly event: 'log'; readonly data: string }
  | { readonly event: 'error'; readonly data: string }
  | { readonly event: 'finish'; readonly data: { readonly updated: boolean } }

/** Turns events into a state. An error event raises an error with its data. */
export async function followSync(
  events: AsyncIterable<SyncEvent>,
  onState: (change: (state: SyncState) => SyncState) => void,
): Promise<'updated' | 'cached'> {
  for await (const item of events) {
    if (item.event === 'log') onState(state => ({ ...state, log: [...state.log, item.data] }))
    else if (item.event === 'error') throw new Error(item.data)
    else {
      const status = item.data.updated ? ('updated' as const) : ('cached' as const)
      onState(({ log }) => ({ status, log }))
      return status
    }
  }
  throw new Error('The server ended the stream before it was done')
}
