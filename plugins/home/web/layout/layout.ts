import { isRecord } from '@portico/core/common'

/** A place in the grid, counted in columns and rows from 0. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** One widget on a home page. The same widget may be there several times, with other settings. */
export interface PlacedWidget extends Box {
  readonly id: string
  /** The id of the extension: `catalog/starred`. */
  readonly widget: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** What is stored of a widget. What an older version did not store, or what is wrong, is filled in. */
export interface SavedWidget extends Partial<Box> {
  readonly id: string
  readonly widget: string
  readonly settings?: Readonly<Record<string, unknown>>
}

/** The home page of a user as it is stored. */
export interface SavedLayout {
  readonly version: 1
  readonly widgets: readonly SavedWidget[]
  /** The ids in the order of a phone, where it is not that of the grid. */
  readonly phone?: readonly string[]
}

export const maxWidgets = 50
export const maxRows = 40

/** Reads a stored layout as far as it can be understood: entries that are wrong are left out, the rest stays. */
export function parseLayout(value: unknown): SavedLayout | undefined {
  // The first form was the bare list of widgets.
  const { widgets, phone } = Array.isArray(value) ? { widgets: value, phone: undefined } : isRecord(value) ? value : {}
  if (!Array.isArray(widgets)) return undefined
  const known = new Set<string>()
  const saved = widgets.slice(0, maxWidgets).flatMap(each => toSaved(each, known))
  const order = Array.isArray(phone) ? phone.filter(id => typeof id === 'string' && known.has(id)) : []
  return { version: 1, widgets: saved, ...(order.length > 0 && { phone: [...new Set(order as string[])] }) }
}

function toSaved(value: unknown, known: Set<string>): SavedWidget[] {
  if (!isRecord(value) || typeof value['widget'] !== 'string') return []
  const id = freeId(typeof value['id'] === 'string' ? value['id'] : value['widget'], known)
  known.add(id)
  const numbers = (['x', 'y', 'w', 'h'] as const).flatMap(name => (isCount(value[name]) ? [[name, value[name]]] : []))
  return [
    { id, widget: value['widget'], ...Object.fromEntries(numbers), ...(isRecord(value['settings']) && { settings: value['settings'] }) },
  ]
}

/** The id itself, or with a number where there is one of that name already. */
export function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const id = number === 1 ? wanted : `${wanted}-${number}`
    if (!taken.has(id)) return id
  }
}

/** Widgets in the order of a phone: those that the user has ordered first, then the others as they are read. */
export function inPhoneOrder<W extends Box & { readonly id: string }>(widgets: readonly W[], phone: readonly string[] = []): W[] {
  const rank = new Map(phone.map((id, index) => [id, index]))
  return inReadingOrder(widgets).sort((a, b) => (rank.get(a.id) ?? Infinity) - (rank.get(b.id) ?? Infinity) || 0)
}

/** From the top, and from the left in each row. */
export function inReadingOrder<B extends Box>(boxes: readonly B[]): B[] {
  return boxes.toSorted((a, b) => a.y - b.y || a.x - b.x)
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 10_000
}
