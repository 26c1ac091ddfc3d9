import { defineSlot } from '@portico/core/web'
import type { ComponentType } from 'react'

/** A card on the system page, for those who run the portal. */
export interface SystemCard {
  readonly View: ComponentType
}

/** Cards below those of the system page itself. */
export const systemCards = defineSlot<SystemCard>({ id: 'system-card', plugin: 'devtools' })
