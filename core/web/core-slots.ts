import { analyticsSinks } from './analytics/analytics.ts'
import { commandPalette } from './shell/palette/commands.ts'
import { sidebarSections } from './shell/sidebar-sections.ts'

/** The slots of the portal itself. */
export const coreSlots = { id: 'core', slots: [analyticsSinks, commandPalette, sidebarSections] }
