import { authPlugin } from '@portico/auth/server'
import { devtoolsPlugin } from '@portico/devtools/server'

/** The server plugins of this portal, in any order: the core sorts them by what they use. */
export const plugins = [authPlugin, devtoolsPlugin]
