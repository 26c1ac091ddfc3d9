import { apiDocsApi, tryMethods, type BuiltRequest, type TryReply, type TryRequest } from '@portico/api-docs/common'
import { parseEntityRef } from '@portico/catalog/common'
import { AppError } from '@portico/core/common'
import { useClient } from '@portico/core/web'
import { useEffect, useRef, useState } from 'react'

export type TryState =
  | { readonly step: 'idle' | 'running' }
  | { readonly step: 'answered'; readonly reply: TryReply }
  | { readonly step: 'failed'; readonly error: AppError }

type TryMethod = TryRequest['method']

function isTryMethod(method: string): method is TryMethod {
  return tryMethods.some(each => each === method)
}

/** Sends one request at a time, and keeps what became of the last. Leaving the page ends it. */
export function useTryRequest(entityRef: string) {
  const client = useClient()
  const [state, setState] = useState<TryState>({ step: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function send({ method, url, headers, body }: BuiltRequest): Promise<void> {
    if (!isTryMethod(method)) return
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setState({ step: 'running' })
    const { kind, namespace, name } = parseEntityRef(entityRef)
    const params = { kind: kind.toLowerCase(), namespace, name }
    const request = {
      method,
      url,
      headers: headers.map(([key, value]): [string, string] => [key, value]),
      ...(body && { body: body.text }),
    }
    try {
      const reply = await client.call(apiDocsApi.tryRequest, { params, body: request }, { signal: controller.signal })
      if (running.current === controller) setState({ step: 'answered', reply })
    } catch (error) {
      if (running.current !== controller || controller.signal.aborted) return
      setState({ step: 'failed', error: error instanceof AppError ? error : new AppError('ResponseError', String(error)) })
    }
  }

  return {
    state,
    send,
    cancel: () => {
      running.current?.abort()
      setState({ step: 'idle' })
    },
  }
}
