import { maxParts, type Part } from '@portico/api-docs/common'

/** Addresses stay shorter than what servers and proxies take. */
const maxIdsLength = 6000

/** Reads some parts at once. */
export type FetchParts = (ids: readonly string[]) => Promise<Readonly<Record<string, Part>>>

interface Waiting {
  readonly id: string
  readonly resolve: (part: Part | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Loads parts one by one for those who ask: what is asked for in the same moment goes out as one request. */
export function createPartLoader(fetchParts: FetchParts): (id: string) => Promise<Part | undefined> {
  let waiting: Waiting[] = []
  function send() {
    const batches = toBatches(waiting)
    waiting = []
    for (const batch of batches) {
      fetchParts([...new Set(batch.map(({ id }) => id))]).then(
        parts => batch.forEach(({ id, resolve }) => resolve(Object.hasOwn(parts, id) ? parts[id] : undefined)),
        error => batch.forEach(({ reject }) => reject(error)),
      )
    }
  }
  return id =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(send)
      waiting.push({ id, resolve, reject })
    })
}

function toBatches(waiting: readonly Waiting[]): Waiting[][] {
  const batches: Waiting[][] = []
  let length = Infinity
  for (const each of waiting) {
    const own = encodeURIComponent(each.id).length + 4
    const last = batches.at(-1)
    if (last && last.length < maxParts && length + own <= maxIdsLength) {
      last.push(each)
      length += own
    } else {
      batches.push([each])
      length = own
    }
  }
  return batches
}
