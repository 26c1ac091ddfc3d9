import type { Catalog } from '@portico/catalog/server'
import type { Core } from '@portico/core/server'
import { createStreamRequest } from '@portico/core/server/outbound'
import { createReadableApis } from './readable-apis.ts'
import { createTargets } from './targets.ts'
import type { TrySettings } from './try-config.ts'
import { tryRoutes } from './try-routes.ts'
import { createTrying } from './trying.ts'

interface Sections {
  readonly catalog: Pick<Catalog, 'getEntity'>
  /** As the config has them now. */
  readonly settings: () => TrySettings
}

/** Requests that readers send: the routes. */
export function openTry({ security: { audit, permissions }, onStop }: Pick<Core, 'security' | 'onStop'>, { catalog, settings }: Sections) {
  // The operator has named the hosts, so they may be inside of the network. Redirects, which a host names, are not followed.
  const client = createStreamRequest()
  onStop(client.close)
  const trying = createTrying({ targets: () => createTargets(settings()), settings, client, permissions, audit })
  return tryRoutes({ trying, apis: createReadableApis({ catalog, permissions }) })
}
