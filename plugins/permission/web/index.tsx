import { clientApiRef, configApiRef, defineApi, defineWebPlugin, permissionApiRef, signedInUserApiRef } from '@portico/core/web'
import { createPermissionChecks } from './permission-checks.ts'

/** Asks the server what the user may do, where the core by itself allows everything. */
export const permissionWeb = defineWebPlugin({
  id: 'permission',
  apis: [
    defineApi({
      api: permissionApiRef,
      uses: { config: configApiRef, client: clientApiRef, user: signedInUserApiRef },
      create: ({ config, client, user }) =>
        createPermissionChecks({
          isEnabled: config.getOptionalBoolean('permission.enabled') === true,
          isBatched: config.getOptionalBoolean('permission.EXPERIMENTAL_enableBatchedRequests') === true,
          client,
          user,
        }),
    }),
  ],
})
