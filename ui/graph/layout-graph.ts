import type { GraphLayout, LayoutRequest, Size } from './graph-shape.ts'
import { layoutGrid } from './layout-grid.ts'
import { layoutGroups } from './layout-groups.ts'
import { layoutLayered } from './layout-layered.ts'

/** Fewer nodes than this are always in layers. */
const minGrid = 20
/** From here on a layout in layers can be read as a whole. */
const readable = 0.6
/** As much as dagre lays out in half a second. Above that its ranks are also wider than any screen. */
const maxLayered = { nodes: 300, edges: 600 }

/** Computes the positions of nodes and edges: in groups, in layers, or on a grid where there are very many. */
export function layoutGraph(request: LayoutRequest): GraphLayout {
  if (request.groups && request.groups.length > 0) return layoutGroups(request, layoutPlain)
  return layoutPlain(request)
}

function layoutPlain(request: LayoutRequest): GraphLayout {
  const isLarge = request.nodes.length > maxLayered.nodes || request.edges.length > maxLayered.edges
  if (isLarge) return layoutGrid(request)
  const layered = layoutLayered(request)
  if (request.nodes.length < minGrid || scaleOf(layered) >= readable) return layered
  const grid = layoutGrid(request)
  return scaleOf(grid) > 1.4 * scaleOf(layered) ? grid : layered
}

/** How large a layout is in a window of a common size. */
function scaleOf({ width, height }: Size): number {
  return Math.min(1, 1000 / width, 640 / height)
}
