import { defineServerPlugin } from '@portico/core/server'
import { proxyApi } from '@portico/proxy/common'
import { proxySections } from './config.ts'
import { createEndpoints } from './endpoints.ts'
import { createForwarding } from './forward.ts'
import { createGuards, proxyService } from './proxy-service.ts'
import { proxyRoutes } from './routes.ts'

export { leavesItsFolder } from './endpoints.ts'
export { proxyService, type Proxy } from './proxy-service.ts'

/** Forwards requests of the browser to hosts that the config names, with credentials that the browser never sees. */
export const proxyPlugin = defineServerPlugin({
  id: 'proxy',
  config: proxySections,
  provides: { proxy: proxyService },
  setup({ config, onConfig, onStop, log, implement, security, telemetry: { meter } }) {
    const { audit, isAuthenticationEnabled, permissions } = security
    let endpoints = createEndpoints(config.proxy, log)
    onConfig('proxy', changed => void (endpoints = createEndpoints(changed, log)))
    const guards = createGuards(permissions)
    const { forward, get, close } = createForwarding({
      endpoints: () => endpoints,
      audit,
      meter,
      isAuthenticationEnabled,
      guards,
    })
    onStop(close)
    implement(proxyApi, proxyRoutes({ forward }))
    return {
      proxy: { guard: (path, permissionOf) => guards.add({ path, permissionOf }), targetOf: url => endpoints.match(url)?.url, get },
    }
  },
})
