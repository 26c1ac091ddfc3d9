import { z } from 'zod'
import { toPeopleEntities, transformSettings } from '../sources/people.ts'
import { commonSettings, defineSourceKind } from './source-kind.ts'

/** People and groups that an identity provider pushes by SCIM. */
export const scim = defineSourceKind({
  key: 'scim',
  settings: z.object({ enabled: z.literal(true), transform: transformSettings.exactOptional(), ...commonSettings }),
  source: ({ transform }) => ({
    title: 'People that the identity provider pushes by SCIM',
    host: undefined,
    find: async ({ pushed }) => toPeopleEntities(await pushed(), 'scim:v2', transform),
  }),
})
