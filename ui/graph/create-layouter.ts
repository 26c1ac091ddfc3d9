import type { GraphLayout, LayoutRequest } from './graph-shape.ts'

export const layoutThrottleMs = 250

/**
 * Lays out graphs one after the other, throttled to one every 250 ms. Of the requests meanwhile only the last is done.
 */
export function createLayouter(onLayout: (layout: GraphLayout) => void, run = createRunner()) {
  let waiting: LayoutRequest | undefined
  let busy = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function work(request: LayoutRequest) {
    busy = true
    const begun = Date.now()
    const layout = await run.layout(request)
    if (stopped) return
    if (layout) onLayout(layout)
    timer = setTimeout(next, Math.max(0, layoutThrottleMs - (Date.now() - begun)))
  }
  function next() {
    busy = false
    const request = waiting
    waiting = undefined
    if (request) void work(request)
  }
  return {
    ask(request: LayoutRequest) {
      if (busy) waiting = request
      else void work(request)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      run.stop()
    },
  }
}

export interface LayoutRunner {
  readonly layout: (request: LayoutRequest) => Promise<GraphLayout | undefined>
  readonly stop: () => void
}

/** In a worker; where workers do not exist or fail to start, in the main thread. */
function createRunner(): LayoutRunner {
  let worker: Worker | undefined
  try {
    worker = typeof Worker === 'undefined' ? undefined : new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    worker = undefined
  }
  const inMainThread = async (request: LayoutRequest) => (await import('./layout-graph.ts')).layoutGraph(request)
  let id = 0
  return {
    layout: request => {
      const current = worker
      if (!current) return inMainThread(request)
      id += 1
      const asked = id
      return new Promise(resolve => {
        current.onmessage = ({ data }: MessageEvent<{ id: number; layout: GraphLayout }>) => {
          if (data.id === asked) resolve(data.layout)
        }
        current.onerror = () => {
          worker = undefined
          current.terminate()
          resolve(inMainThread(request))
        }
        current.postMessage({ id: asked, request })
      })
    },
    stop: () => worker?.terminate(),
  }
}
