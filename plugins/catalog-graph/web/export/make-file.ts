import type { GraphLayout } from '@portico/ui'
import type { EntityNode } from '../graph/graph-drawing.ts'
import { toEdgeCurve, type Curve } from '../graph/view-state.ts'
import { toPicture } from './picture.ts'
import { toPng } from './png.ts'
import { toSvg } from './svg.ts'
import { readColours } from './theme-colours.ts'

/** The graph as laid out on the screen, in the colours of the theme. */
export async function makeFile(form: 'svg' | 'png', layout: GraphLayout, nodes: readonly EntityNode[], curve: Curve): Promise<Blob> {
  const picture = toPicture(layout, nodes, { curve: toEdgeCurve(curve), colours: readColours() })
  return form === 'png' ? toPng(picture) : new Blob([toSvg(picture)], { type: 'image/svg+xml' })
}
