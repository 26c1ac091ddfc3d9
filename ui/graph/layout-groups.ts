import type { GraphEdge, GraphLayout, LayoutEdge, LayoutGroup, LayoutNode, LayoutRequest, Point, Size } from './graph-shape.ts'
import { routeAcross } from './route-across.ts'

type LayoutPlain = (request: LayoutRequest) => GraphLayout
type Item = Size & { readonly id: string }

/** The content of a group, by its upper left corner. */
interface Content extends Size {
  readonly nodes: readonly LayoutNode[]
  readonly groups: readonly LayoutGroup[]
  /** The lines between two nodes that stand directly in the same group, by the number of the edge. */
  readonly lines: ReadonlyMap<number, LayoutEdge>
}

const padding = 16
/** Titles of small pictures are written larger: this is enough for both. */
const titleHeight = 36
const laneTitleHeight = 38
const gap = 20
const laneGap = 14
/** How much wider than high what has no relations is arranged. */
const flowAspect = 2

/**
 * Groups from the inside out: what stands in a box is laid out by itself, then boxes are laid out like nodes. Lanes stand one below the
 * other and are equally wide.
 */
export function layoutGroups(request: LayoutRequest, layoutPlain: LayoutPlain): GraphLayout {
  const { nodes, edges, direction, groups = [] } = request
  const known = new Map(groups.map(group => [group.id, group]))
  const parentOf = (group: string | undefined) => (group !== undefined && known.has(group) ? group : undefined)
  const pathOf = toPaths(known)
  const groupOfNode = new Map(nodes.map(({ id, group }) => [id, parentOf(group)]))

  /** The item of a container that holds a node. */
  function itemIn(container: string | undefined, id: string): string | undefined {
    const own = groupOfNode.get(id)
    if (own === container) return id
    const path = pathOf(own)
    if (container === undefined) return path[0]
    const at = path.indexOf(container)
    return at < 0 ? undefined : path[at + 1]
  }

  function layOut(container: string | undefined, depth: number): Content {
    const inside = groups.filter(({ parent }) => parentOf(parent) === container)
    const contents = new Map(inside.map(({ id }) => [id, toFrame(layOut(id, depth + 1), known.get(id))]))
    const items: Item[] = [
      ...nodes.filter(({ id }) => groupOfNode.get(id) === container).map(({ id, width, height }) => ({ id, width, height })),
      ...inside
        .filter(({ id }) => !contents.get(id)?.isEmpty)
        .map(({ id }) => ({ id, width: contents.get(id)?.width ?? 0, height: contents.get(id)?.height ?? 0 })),
    ]
    const links = edges.flatMap((edge, index) => {
      if (!groupOfNode.has(edge.from) || !groupOfNode.has(edge.to)) return []
      const [from, to] = [itemIn(container, edge.from), itemIn(container, edge.to)]
      return from === undefined || to === undefined || from === to
        ? []
        : [{ from, to, index, isDirect: from === edge.from && to === edge.to }]
    })
    const lanes = items.filter(({ id }) => known.get(id)?.look === 'lane')
    const arranged = lanes.length > 0 ? stack(items, lanes, links, arrange) : arrange(items, links)
    return join(arranged, contents, { depth, known, links })
  }

  function arrange(items: readonly Item[], links: readonly Link[]): Arranged {
    const linked = new Set(links.flatMap(({ from, to }) => [from, to]))
    const part = items.filter(({ id }) => linked.has(id))
    const unique = [...new Map(links.map(({ from, to }) => [`${from}\n${to}`, { from, to }])).values()]
    const layered = part.length === 0 ? undefined : layoutPlain({ nodes: part, edges: unique, direction, isDense: true })
    const rest = flow(
      items.filter(({ id }) => !linked.has(id)),
      layered?.width ?? 0,
    )
    const top = layered ? layered.height + (rest.places.length > 0 ? gap : 0) : 0
    return {
      width: Math.max(layered?.width ?? 0, rest.width),
      height: top + rest.height,
      places: [...(layered?.nodes ?? []), ...rest.places.map(place => ({ ...place, y: place.y + top }))],
      lines: new Map((layered?.edges ?? []).map(line => [`${line.from}\n${line.to}`, line])),
    }
  }

  const whole = withMargin(layOut(undefined, 0))
  const byId = new Map(whole.nodes.map(node => [node.id, node]))
  const drawn = edges.flatMap((edge, index) => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)]
    if (!from || !to) return []
    const line = whole.lines.get(index)
    return [line ? { ...line, ...edge } : { ...edge, ...routeAcross(from, to) }]
  })
  return { width: whole.width, height: whole.height, nodes: whole.nodes, edges: drawn, groups: whole.groups }
}

interface Link extends GraphEdge {
  readonly index: number
  readonly isDirect: boolean
}

interface Arranged extends Size {
  readonly places: readonly LayoutNode[]
  readonly lines: ReadonlyMap<string, LayoutEdge>
}

type Known = ReadonlyMap<string, NonNullable<LayoutRequest['groups']>[number]>
type Frame = Size & { readonly content: Content; readonly top: number; readonly isEmpty: boolean }

/** A group's outer size: its content with a title above and room around. */
function toFrame(content: Content, group: { readonly look: 'box' | 'lane'; readonly minWidth: number } | undefined): Frame {
  const top = group?.look === 'lane' ? laneTitleHeight : titleHeight
  return {
    content,
    top,
    width: Math.max(content.width + 2 * padding, group?.minWidth ?? 0),
    height: content.height + top + padding,
    isEmpty: content.nodes.length === 0,
  }
}

/** Lanes one below the other, and what is in none of them after them. */
function stack(
  items: readonly Item[],
  lanes: readonly Item[],
  links: readonly Link[],
  arrange: (items: readonly Item[], links: readonly Link[]) => Arranged,
): Arranged {
  const loose = items.filter(item => !lanes.includes(item))
  const isLoose = new Set(loose.map(({ id }) => id))
  const rest = arrange(
    loose,
    links.filter(({ from, to }) => isLoose.has(from) && isLoose.has(to)),
  )
  const width = Math.max(rest.width, ...lanes.map(lane => lane.width))
  let y = 0
  const places: LayoutNode[] = lanes.map(lane => {
    const place = { ...lane, width, x: width / 2, y: y + lane.height / 2 }
    y += lane.height + laneGap
    return place
  })
  return {
    width,
    height: rest.places.length > 0 ? y + rest.height : y - laneGap,
    places: [...places, ...rest.places.map(place => ({ ...place, y: place.y + y }))],
    lines: new Map([...rest.lines].map(([key, line]) => [key, moveLine(line, 0, y)])),
  }
}

/** Rows of items that have nothing to do with each other. */
function flow(items: readonly Item[], width: number): Size & { readonly places: readonly LayoutNode[] } {
  const area = items.reduce((sum, item) => sum + (item.width + gap) * (item.height + gap), 0)
  const room = Math.max(width, Math.sqrt(area * flowAspect), ...items.map(item => item.width))
  const places: LayoutNode[] = []
  let [x, y, rowHeight, used] = [0, 0, 0, 0]
  for (const item of items.toSorted((a, b) => b.height - a.height)) {
    if (x > 0 && x + item.width > room) [x, y, rowHeight] = [0, y + rowHeight + gap, 0]
    places.push({ ...item, x: x + item.width / 2, y: y + item.height / 2 })
    x += item.width + gap
    rowHeight = Math.max(rowHeight, item.height)
    used = Math.max(used, x - gap)
  }
  return { places, width: used, height: y + rowHeight }
}

/** Puts the contents of groups where their frames were placed. */
function join(
  { places, lines, width, height }: Arranged,
  frames: ReadonlyMap<string, Frame>,
  { depth, links }: { readonly depth: number; readonly known: Known; readonly links: readonly Link[] },
): Content {
  const nodes: LayoutNode[] = []
  const groups: LayoutGroup[] = []
  const all = new Map<number, LayoutEdge>()
  for (const { from, to, index, isDirect } of links) {
    const line = isDirect ? lines.get(`${from}\n${to}`) : undefined
    if (line) all.set(index, line)
  }
  for (const place of places) {
    const frame = frames.get(place.id)
    if (!frame) {
      nodes.push(place)
      continue
    }
    groups.push({ ...place, depth })
    const [left, top] = [place.x - place.width / 2 + padding, place.y - place.height / 2 + frame.top]
    nodes.push(...frame.content.nodes.map(node => ({ ...node, x: node.x + left, y: node.y + top })))
    groups.push(...frame.content.groups.map(group => ({ ...group, x: group.x + left, y: group.y + top })))
    for (const [index, line] of frame.content.lines) all.set(index, moveLine(line, left, top))
  }
  return { nodes, groups, lines: all, width, height }
}

/** Room around everything. */
function withMargin({ width, height, nodes, groups, lines }: Content): Content {
  const move = <T extends Point>(place: T): T => ({ ...place, x: place.x + padding, y: place.y + padding })
  return {
    width: width + 2 * padding,
    height: height + 2 * padding,
    nodes: nodes.map(move),
    groups: groups.map(move),
    lines: new Map([...lines].map(([index, line]) => [index, moveLine(line, padding, padding)])),
  }
}

function moveLine(line: LayoutEdge, right: number, down: number): LayoutEdge {
  const move = ({ x, y }: Point) => ({ x: x + right, y: y + down })
  return { ...line, points: line.points.map(move), middle: move(line.middle) }
}

/** The groups that a group stands in, the outermost first, and itself. A group that stands in itself is cut off. */
function toPaths(known: Known): (id: string | undefined) => readonly string[] {
  return id => {
    const path: string[] = []
    for (let at = id; at !== undefined && known.has(at) && !path.includes(at); at = known.get(at)?.parent) path.unshift(at)
    return path
  }
}
