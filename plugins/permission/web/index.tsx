import { batchedPermissionsSection, permissionEnabledSection } from '@portico/core/common'
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
          isEnabled: config.section(permissionEnabledSection),
          isBatched: config.section(batchedPermissionsSection),
          client,
          user,
        }),
    }),
  ],
})
