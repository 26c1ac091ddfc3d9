import type { Portal, PortalOptions } from '../portal.tsx'
import type { Outside } from './outside.ts'

/** What a page with plugins from outside is opened with. */
export interface OutsidePortal extends Outside {
  /** Creates the portal. A plugin whose APIs cannot be made is left out and named. */
  readonly create: (options: PortalOptions) => Portal
}
