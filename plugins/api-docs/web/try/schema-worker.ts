import type { GraphqlCompletion, GraphqlMistake } from './graphql-language.ts'

export type SchemaRequest =
  | { readonly ask: 'open'; readonly text: string }
  | { readonly ask: 'complete'; readonly text: string; readonly offset: number }
  | { readonly ask: 'check'; readonly text: string }

export type SchemaReply =
  | { readonly ask: 'open' }
  | { readonly ask: 'complete'; readonly items: readonly GraphqlCompletion[] }
  | { readonly ask: 'check'; readonly items: readonly GraphqlMistake[] }

interface Message {
  readonly id: number
  readonly reply?: SchemaReply
  readonly failure?: string
}

/** A schema in a worker of its own. */
export interface SchemaWorker {
  complete(text: string, offset: number): Promise<readonly GraphqlCompletion[]>
  check(text: string): Promise<readonly GraphqlMistake[]>
  close(): void
}

const timeoutMs = 30_000

/** Opens a schema in a worker; fails with words for people where it cannot be read. */
export async function openSchemaWorker(schemaText: string): Promise<SchemaWorker> {
  const worker = new Worker(new URL('./graphql-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, { resolve: (reply: SchemaReply) => void; reject: (error: Error) => void }>()
  let last = 0

  function close(reason = 'closed'): void {
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  worker.addEventListener('error', ({ message }) => close(message))
  worker.addEventListener('message', ({ data: { id, reply, failure } }: MessageEvent<Message>) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (reply) asked?.resolve(reply)
    else asked?.reject(new Error(failure))
  })
  function ask(request: SchemaRequest): Promise<SchemaReply> {
    const { promise, resolve, reject } = Promise.withResolvers<SchemaReply>()
    last += 1
    waiting.set(last, { resolve, reject })
    worker.postMessage({ id: last, request })
    return promise
  }

  const timer = setTimeout(() => close('it takes too long'), timeoutMs)
  try {
    await ask({ ask: 'open', text: schemaText })
  } catch (error) {
    close()
    throw error
  } finally {
    clearTimeout(timer)
  }
  return {
    complete: async (text, offset) => itemsOf(await ask({ ask: 'complete', text, offset })) as readonly GraphqlCompletion[],
    check: async text => itemsOf(await ask({ ask: 'check', text })) as readonly GraphqlMistake[],
    close,
  }
}

function itemsOf(reply: SchemaReply) {
  return 'items' in reply ? reply.items : []
}
