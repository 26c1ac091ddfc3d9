import type { Entity } from '@portico/catalog/common'
import { isConfigObject, type ConfigReader } from '@portico/core/common'
import { specText } from './entity-facts.ts'

/** What the pages of some kinds and types look like, as the config says. */
export interface EntityLayout {
  readonly kinds: readonly string[] | undefined
  readonly types: readonly string[] | undefined
  readonly main: readonly string[] | undefined
  readonly side: readonly string[] | undefined
  readonly tabs: readonly string[] | undefined
}

/** In a list of the config: everything that is not named. */
const others = 'others'

/** The layouts of the config. */
export function readLayouts(config: ConfigReader): EntityLayout[] {
  const layouts = config.get('catalog.entityPage.layouts')
  return Array.isArray(layouts) ? layouts.filter(isConfigObject).map(toLayout) : []
}

function toLayout(value: Readonly<Record<string, unknown>>): EntityLayout {
  const cards = isConfigObject(value['cards']) ? value['cards'] : {}
  return {
    kinds: toTexts(value['kinds']),
    types: toTexts(value['types']),
    main: toTexts(cards['main']),
    side: toTexts(cards['side']),
    tabs: toTexts(value['tabs']),
  }
}

function toTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : undefined
}

/** The first layout that an entity's kind and type fit. */
export function layoutOf(entity: Entity, layouts: readonly EntityLayout[]): EntityLayout | undefined {
  const fits = (names: readonly string[] | undefined, name: string | undefined) =>
    names === undefined || names.some(each => each.toLowerCase() === name?.toLowerCase())
  return layouts.find(({ kinds, types }) => fits(kinds, entity.kind) && fits(types, specText(entity, 'type')))
}

interface Placed {
  readonly id: string
  readonly area: 'main' | 'side'
}

/** The cards of one column: those that the layout names, in its order, else all that belong there. */
export function cardsOf<Card extends Placed>(area: Placed['area'], cards: readonly Card[], layout: EntityLayout | undefined): Card[] {
  const named = new Set([...(layout?.main ?? []), ...(layout?.side ?? [])])
  const rest = cards.filter(card => card.area === area && !named.has(card.id))
  return arrange(layout?.[area], cards, rest)
}

/** The tabs: those that the layout names, in its order, else all. */
export function tabsOf<Tab extends { readonly id: string }>(tabs: readonly Tab[], layout: EntityLayout | undefined): Tab[] {
  const named = new Set(layout?.tabs ?? [])
  return arrange(
    layout?.tabs,
    tabs,
    tabs.filter(tab => !named.has(tab.id)),
  )
}

function arrange<Item extends { readonly id: string }>(ids: readonly string[] | undefined, all: readonly Item[], rest: Item[]): Item[] {
  if (!ids) return rest
  return ids.flatMap(id => (id === others ? rest : all.filter(item => item.id === id)))
}
