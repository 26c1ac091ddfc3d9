import type { GraphLayout, LayoutRequest } from './graph-shape.ts'

export const layoutThrottleMs = 250

/**
 * Lays out graphs one after the other, throttled to one every 250 ms. Of the requests meanwhile only the last is done. A layout that takes
 * longer is cancelled when something else is wanted.
 */
export function createLayouter(onLayout: (layout: GraphLayout, request: LayoutRequest) => void, run = createRunner()) {
  let waiting: LayoutRequest | undefined
  let busy = false
  let resting = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function work(request: LayoutRequest) {
    busy = true
    resting = true
    timer = setTimeout(rest, layoutThrottleMs)
    const layout = await run.layout(request)
    if (stopped || layout === undefined) return
    busy = false
    onLayout(layout, request)
    next()
  }
  function rest() {
    resting = false
    next()
  }
  function next() {
    const request = waiting
    if (resting || request === undefined) return
    if (busy) run.cancel()
    waiting = undefined
    void work(request)
  }
  return {
    ask(request: LayoutRequest) {
      waiting = request
      next()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      run.cancel()
    },
  }
}

export interface LayoutRunner {
  /** The layout; undefined where it was cancelled. */
  readonly layout: (request: LayoutRequest) => Promise<GraphLayout | undefined>
  /** Ends what is being laid out. */
  readonly cancel: () => void
}

/** In a worker; where workers do not exist or fail to start, in the main thread. */
function createRunner(): LayoutRunner {
  let hasWorkers = typeof Worker !== 'undefined'
  let worker: Worker | undefined
  let abandon: (() => void) | undefined
  const inMainThread = async (request: LayoutRequest) => (await import('./layout-graph.ts')).layoutGraph(request)
  function toWorker(): Worker | undefined {
    if (!hasWorkers) return undefined
    try {
      worker ??= new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
    } catch {
      hasWorkers = false
    }
    return worker
  }
  return {
    layout: request => {
      const current = toWorker()
      if (!current) return inMainThread(request)
      return new Promise(resolve => {
        abandon = () => resolve(undefined)
        current.onmessage = ({ data }: MessageEvent<GraphLayout>) => resolve(data)
        current.onerror = () => {
          hasWorkers = false
          current.terminate()
          resolve(inMainThread(request))
        }
        current.postMessage(request)
      })
    },
    cancel: () => {
      worker?.terminate()
      worker = undefined
      abandon?.()
    },
  }
}
