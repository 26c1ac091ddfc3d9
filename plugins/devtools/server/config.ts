import { webAddress } from '@portico/core/common'
import { z } from 'zod'

export const devtoolsSections = {
  'devtools.updates': z
    .object({
      registry: webAddress()
        .optional()
        .describe('The npm registry that is asked once a day whether there is a newer version; without it nobody is asked'),
      package: z
        .string()
        .regex(/^(@[a-z0-9._-]+\/)?[a-z0-9._-]+$/, 'expected the name of a package')
        .default('portico')
        .describe('The package of the portal in that registry'),
    })
    .prefault({})
    .describe('Whether the System page tells of newer versions'),
}
