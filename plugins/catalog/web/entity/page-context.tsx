import { createContext, use } from 'react'

/** What the page around a card or tab can do. */
export interface EntityPageActions {
  /** The moment that the page shows; undefined for now. */
  readonly asOf: string | undefined
  /** Opens the inspector: `overview`, `ancestry`, `colocated`, `json` or `yaml`. */
  openInspector(tab?: string): void
  /** Asks whether to unregister the entity, with everything that goes with it. */
  startUnregister(): void
  /** Asks whether to delete only this entity. */
  startDelete(): void
  /** Has the entity read again. */
  refresh(): void
  readonly isRefreshing: boolean
  /** Opens the panel that explains the state of the entity. */
  openWhy(): void
}

const Actions = createContext<EntityPageActions | undefined>(undefined)

export const EntityPageProvider = Actions.Provider

/** The actions of the entity page, for its cards and tabs. */
export function useEntityPage(): EntityPageActions {
  const actions = use(Actions)
  if (!actions) throw new Error('useEntityPage can only be used inside the layout of the entity page')
  return actions
}
