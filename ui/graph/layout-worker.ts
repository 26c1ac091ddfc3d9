import type { LayoutRequest } from './graph-shape.ts'
import { layoutGraph } from './layout-graph.ts'

/** Laying out hundreds of nodes takes longer than a frame: it happens in a worker. */
self.addEventListener('message', ({ data }: MessageEvent<LayoutRequest>) => self.postMessage(layoutGraph(data)))
