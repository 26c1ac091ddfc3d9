import {
  clientApiRef,
  defineApi,
  defineWebPlugin,
  discoveryApiRef,
  identityApiRef,
  signalsApiRef,
  signedInUserApiRef,
} from '@portico/core/web'
import { createLazySignals, whenIdle } from './lazy-signals.ts'

/** Messages from the server as they happen, without any screens of its own. */
export const signalsWeb = defineWebPlugin({
  id: 'signals',
  apis: [
    defineApi({
      api: signalsApiRef,
      uses: { client: clientApiRef, discovery: discoveryApiRef, identity: identityApiRef, user: signedInUserApiRef },
      create: ({ client, discovery, identity, user }) =>
        createLazySignals(async () => {
          await whenIdle()
          const { createLiveSignals } = await import('./client/live-signals.ts')
          return createLiveSignals({ client, identity, user, baseUrl: discovery.baseUrl('signals') })
        }),
    }),
  ],
})
