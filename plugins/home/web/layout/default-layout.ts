import type { HomeWidget, WidgetSize } from '@portico/core/web'
import type { SectionValue } from '@portico/core/common'
import type { homeSection, PlacedByConfig } from '@portico/home/common'
import { freeId, type SavedWidget } from './layout.ts'

export interface KnownWidget {
  readonly id: string
  readonly item: Pick<HomeWidget, 'layout' | 'byDefault'>
}

/** The bounds of a widget; some for those that are not installed, so that their place stays. */
export function sizeOf(widget: KnownWidget | undefined): WidgetSize {
  const { minColumns = 2, minRows = 2, columns = Math.max(4, minColumns), rows = Math.max(5, minRows) } = widget?.item.layout ?? {}
  return { columns, rows, minColumns, minRows }
}

/**
 * The widgets of a user who has arranged nothing: those of a group, those of the config, else those that plugins put there. A toolkit without
 * tools is left out.
 */
export function defaultWidgets(
  config: SectionValue<typeof homeSection>,
  ownershipEntityRefs: readonly string[],
  known: readonly KnownWidget[],
): SavedWidget[] {
  const groups = new Map(Object.entries(config.groups).map(([ref, group]) => [ref.toLowerCase(), group.layout]))
  const ofGroup = ownershipEntityRefs.map(ref => groups.get(ref.toLowerCase())).find(layout => layout !== undefined)
  const chosen = ofGroup ?? config.layout
  if (!chosen)
    return known
      .filter(({ id, item }) => item.byDefault && (id !== 'home/toolkit' || config.toolkit.length > 0))
      .map(({ id }) => ({ id, widget: id }))
  const ids = new Set<string>()
  return chosen.map(entry => {
    const id = freeId(entry.widget, ids)
    ids.add(id)
    return toSaved(id, entry)
  })
}

function toSaved(id: string, { widget, column, row, columns, rows, settings }: PlacedByConfig): SavedWidget {
  return {
    id,
    widget,
    ...(column !== undefined && { x: column - 1 }),
    ...(row !== undefined && { y: row - 1 }),
    ...(columns !== undefined && { w: columns }),
    ...(rows !== undefined && { h: rows }),
    ...(settings && { settings }),
  }
}
