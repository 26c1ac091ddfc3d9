import type { LayoutRequest } from './graph-shape.ts'
import { layoutGraph } from './layout-graph.ts'

/** Laying out hundreds of nodes takes longer than a frame: it happens in a worker. */
self.addEventListener('message', ({ data: { id, request } }: MessageEvent<{ id: number; request: LayoutRequest }>) => {
  self.postMessage({ id, layout: layoutGraph(request) })
})
