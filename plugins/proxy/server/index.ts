import { defineServerPlugin } from '@portico/core/server'
import { proxyApi } from '@portico/proxy/common'
import { proxySections } from './config.ts'
import { createEndpoints } from './endpoints.ts'
import { createForwarding } from './forward.ts'

/** Forwards requests of the browser to hosts that the config names, with credentials that the browser never sees. */
export const proxyPlugin = defineServerPlugin({
  id: 'proxy',
  config: proxySections,
  setup({ config, onConfig, onStop, log, implement, security: { audit, isAuthenticationEnabled }, telemetry: { meter } }) {
    let endpoints = createEndpoints(config.proxy, log)
    onConfig('proxy', changed => void (endpoints = createEndpoints(changed, log)))
    const { forward, close } = createForwarding({ endpoints: () => endpoints, audit, meter, isAuthenticationEnabled })
    onStop(close)
    implement(proxyApi, {
      forwardGet: forward,
      forwardPost: forward,
      forwardPut: forward,
      forwardPatch: forward,
      forwardDelete: forward,
    })
  },
})
