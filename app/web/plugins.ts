import { devtoolsWeb } from '@portico/devtools/web'
import { homeWeb } from '@portico/home/web'

/** The web plugins of this portal. Where nothing else orders them, they stand as they are listed. */
export const plugins = [homeWeb, devtoolsWeb]
