import type { Entity } from '@portico/catalog/common'
import { createContext, use, type ReactNode } from 'react'

const Current = createContext<Entity | undefined>(undefined)

/** Gives everything inside an entity: tabs and cards find it by `useEntity()`. */
export function EntityProvider({ entity, children }: { entity: Entity; children: ReactNode }) {
  return <Current value={entity}>{children}</Current>
}

/** The entity that a tab or card is shown for. */
export function useEntity(): Entity {
  const entity = use(Current)
  if (!entity) throw new Error('Entity context is not available')
  return entity
}
