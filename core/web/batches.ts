import type { Client } from './client.ts'

/** How long a request waits for others to join it. */
const batchDelayMs = 30

export interface BatchOptions<Source, Value> {
  /** How many keys one request takes. */
  readonly max: number
  /** What is known of some keys, which are all different. */
  readonly read: (source: Source, keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>
}

type Batch<Value> = Map<string, PromiseWithResolvers<Value | undefined>>

/** Reads values by key, such as those of the cells of a list: what is wanted within a short time by one client is one request. */
export function createBatches<Value, Source extends { readonly client: Pick<Client, 'call'> } = { readonly client: Client }>({
  max,
  read,
}: BatchOptions<Source, Value>): (source: Source, key: string) => Promise<Value | undefined> {
  const open = new WeakMap<object, Batch<Value>>()

  async function send(source: Source, batch: Batch<Value>): Promise<void> {
    if (open.get(source.client) === batch) open.delete(source.client)
    try {
      const found = await read(source, [...batch.keys()])
      for (const [key, { resolve }] of batch) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
    }
  }

  function begin(source: Source): Batch<Value> {
    const batch: Batch<Value> = new Map()
    open.set(source.client, batch)
    setTimeout(() => void send(source, batch), batchDelayMs)
    return batch
  }

  return (source, key) => {
    const batch = open.get(source.client) ?? begin(source)
    const wanted = batch.get(key) ?? Promise.withResolvers<Value | undefined>()
    batch.set(key, wanted)
    if (batch.size >= max) open.delete(source.client)
    return wanted.promise
  }
}
