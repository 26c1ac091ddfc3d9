import type { Text } from '@portico/ui'
import type { ReactNode } from 'react'
import { defineSlot } from '../slots/slot.ts'

/** One place in a section of the sidebar. */
export interface SidebarPlace {
  readonly label: Text
  readonly to: string
  /** 20 px. Without one the first letter of the label stands for it. */
  readonly icon?: ReactNode
}

/** Places under a title of their own in the sidebar, such as the teams of whoever looks. */
export interface SidebarSection {
  readonly title: Text
  /** A hook: what is in the section depends on who looks. Nothing in it, no section. */
  readonly useItems: () => readonly SidebarPlace[]
}

/** Where plugins add sections to the sidebar, below the pages. */
export const sidebarSections = defineSlot<SidebarSection>({ id: 'sidebar-section', plugin: 'core' })
