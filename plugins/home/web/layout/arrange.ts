import type { WidgetSize } from '@portico/core/web'
import { homeColumns } from '@portico/home/common'
import { inReadingOrder, maxRows, type Box, type PlacedWidget, type SavedWidget } from './layout.ts'

/** Gives every widget its place: sizes within their bounds, nothing on top of another, no gaps from above. */
export function placeWidgets(saved: readonly SavedWidget[], sizeOf: (widget: string) => WidgetSize): PlacedWidget[] {
  const sized = saved.map(({ x, y, w, h, ...rest }) => ({ ...rest, x, y, ...fitSize({ w, h }, sizeOf(rest.widget)) }))
  const fixed = sized.flatMap(({ x, y, ...rest }) => (x === undefined || y === undefined ? [] : [fitInside({ ...rest, x, y })]))
  let placed = closeGaps(fixed)
  for (const { x, y, ...rest } of sized) {
    if (x === undefined || y === undefined) placed = [...placed, { ...rest, ...findPlace(placed, rest) }]
  }
  return closeGaps(placed)
}

/**
 * The widgets with something to show, without gaps, and below them the folded ones, some in a row. Widgets that nobody has arranged fill the page from
 * its top; those that somebody has keep their columns.
 */
export function foldWidgets(
  widgets: readonly PlacedWidget[],
  isFolded: (id: string) => boolean,
  { isArranged, perRow }: { readonly isArranged: boolean; readonly perRow: 1 | 2 },
): PlacedWidget[] {
  const inOrder = inReadingOrder(widgets)
  const [folded, open] = [true, false].map(is => inOrder.filter(({ id }) => isFolded(id) === is)) as [PlacedWidget[], PlacedWidget[]]
  if (folded.length === 0) return inOrder
  const shown = isArranged
    ? closeGaps(open)
    : open.reduce<PlacedWidget[]>((placed, each) => [...placed, { ...each, ...findPlace(placed, { w: each.w, h: each.h }) }], [])
  const bottom = Math.max(0, ...shown.map(({ y, h }) => y + h))
  const w = homeColumns / perRow
  const lines = folded.map((each, index) => ({ ...each, x: (index % perRow) * w, y: bottom + Math.floor(index / perRow), w, h: 1 }))
  return [...inReadingOrder(shown), ...lines]
}

/** A widget at another place. What is in its way goes down, unless there is room above it. */
export function moveTo(widgets: readonly PlacedWidget[], id: string, { x, y }: Pick<Box, 'x' | 'y'>): PlacedWidget[] {
  const moved = widgets.find(each => each.id === id)
  if (!moved) return [...widgets]
  const others = closeGaps(widgets.filter(each => each.id !== id))
  return closeGaps(pushDown(fitInside({ ...moved, x, y: Math.max(0, y) }), others))
}

/** A widget of another size, within its bounds. */
export function resizeTo(widgets: readonly PlacedWidget[], id: string, size: Pick<Box, 'w' | 'h'>, bounds: WidgetSize): PlacedWidget[] {
  const resized = widgets.find(each => each.id === id)
  if (!resized) return [...widgets]
  const { w, h } = fitSize({ ...size, w: Math.min(size.w, homeColumns - resized.x) }, bounds)
  const others = widgets.filter(each => each.id !== id)
  return closeGaps(pushDown(fitInside({ ...resized, w, h }), others))
}

/** One step by the keyboard: sideways by a column, up and down past the next widget. */
export function moveBy(widgets: readonly PlacedWidget[], id: string, step: { readonly x?: -1 | 1; readonly y?: -1 | 1 }): PlacedWidget[] {
  const moved = widgets.find(each => each.id === id)
  if (!moved) return [...widgets]
  const lowest = Math.max(...widgets.map(({ y, h }) => y + h))
  if (step.x) return moveTo(widgets, id, { x: moved.x + step.x, y: moved.y })
  for (let y = moved.y + (step.y ?? 1); y >= 0 && y <= lowest; y += step.y ?? 1) {
    const next = moveTo(widgets, id, { x: moved.x, y })
    if (!isSame(widgets, next)) return next
  }
  return [...widgets]
}

/** The first place, from the top, where a widget fits. */
export function findPlace(placed: readonly Box[], size: Pick<Box, 'w' | 'h'>): Pick<Box, 'x' | 'y'> {
  for (let y = 0; ; y++) {
    for (let x = 0; x + size.w <= homeColumns; x++) {
      const box = { x, y, ...size }
      if (!placed.some(other => overlaps(box, other))) return { x, y }
    }
  }
}

function fitSize({ w, h }: { readonly w?: number | undefined; readonly h?: number | undefined }, size: WidgetSize): Pick<Box, 'w' | 'h'> {
  const within = (value: number, min: number, max: number) => Math.max(Math.min(min, max), Math.min(value, max))
  return { w: within(w ?? size.columns, size.minColumns, homeColumns), h: within(h ?? size.rows, size.minRows, maxRows) }
}

function fitInside<B extends Box>(box: B): B {
  return { ...box, x: Math.max(0, Math.min(box.x, homeColumns - box.w)) }
}

/** The first stays where it is; each of the others goes below what is in its way. */
function pushDown(first: PlacedWidget, others: readonly PlacedWidget[]): PlacedWidget[] {
  return inReadingOrder(others).reduce((placed, box) => [...placed, belowOthers(box, placed)], [first])
}

function belowOthers<B extends Box>(box: B, placed: readonly Box[]): B {
  let at = box
  for (let other = placed.find(each => overlaps(at, each)); other; other = placed.find(each => overlaps(at, each))) {
    at = { ...at, y: other.y + other.h }
  }
  return at
}

/** Everything as far up as it goes, in the order in which it stands. */
function closeGaps<B extends Box>(boxes: readonly B[]): B[] {
  return inReadingOrder(boxes).reduce<B[]>((placed, box) => {
    let at = belowOthers(box, placed)
    while (at.y > 0 && !placed.some(other => overlaps({ ...at, y: at.y - 1 }, other))) at = { ...at, y: at.y - 1 }
    return [...placed, at]
  }, [])
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

function isSame(before: readonly PlacedWidget[], after: readonly PlacedWidget[]): boolean {
  return after.every(({ id, x, y }) => before.some(each => each.id === id && each.x === x && each.y === y))
}
