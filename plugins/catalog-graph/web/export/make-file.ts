import type { GraphLayout } from '@portico/ui'
import type { GroupedGraph } from '../graph/group-nodes.ts'
import { toEdgeCurve, type Curve } from '../graph/view-state.ts'
import { toPicture, type PictureColours } from './picture.ts'
import { toPng } from './png.ts'
import { toSvg } from './svg.ts'

/** The graph as laid out on the screen, in the colours of the theme. */
export async function makeFile(form: 'svg' | 'png', layout: GraphLayout, graph: GroupedGraph, curve: Curve): Promise<Blob> {
  const picture = toPicture(layout, graph, { curve: toEdgeCurve(curve), colours: readColours() })
  return form === 'png' ? toPng(picture) : new Blob([toSvg(picture)], { type: 'image/svg+xml' })
}

/** The colours of the theme in use, as values that any program understands. */
function readColours(element: Element = document.documentElement): PictureColours {
  const canvas = document.createElement('canvas').getContext('2d')
  const styles = getComputedStyle(element)
  const probe = document.createElement('span')
  const of = (name: string) => {
    const value = styles.getPropertyValue(name).trim()
    if (!canvas || value === '') return '#888888'
    // Custom properties may refer to others, or to colour functions that only browsers know: the browser computes the value.
    probe.style.color = `var(${name})`
    element.append(probe)
    canvas.fillStyle = '#888888'
    canvas.fillStyle = getComputedStyle(probe).color
    probe.remove()
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
  }
  return {
    page: of('--page'),
    surface: of('--raised'),
    border: of('--border-strong'),
    line: of('--grey-8'),
    text: of('--text'),
    muted: of('--text-muted'),
    accent: of('--accent-text'),
    kind: kind => (/^[a-z]+$/.test(kind) && styles.getPropertyValue(`--kind-${kind}`) ? of(`--kind-${kind}`) : of('--kind-location')),
  }
}
