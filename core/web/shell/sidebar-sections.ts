import type { Text } from '@portico/ui'
import type { ReactNode } from 'react'
import { defineSlot } from '../slots/slot.ts'

/** One link in a section of the sidebar. */
export interface SidebarLink {
  readonly label: Text
  readonly to: string
  /** 20 px. Without one the first letter of the label is shown. */
  readonly icon?: ReactNode
}

/** Links under a title of their own in the sidebar, such as the teams of the user. */
export interface SidebarSection {
  readonly title: Text
  /** A hook: the links may depend on the user. An empty section is not shown. */
  readonly useItems: () => readonly SidebarLink[]
}

/** Where plugins add sections to the sidebar, below the pages. */
export const sidebarSections = defineSlot<SidebarSection>({ id: 'sidebar-section', plugin: 'core' })
