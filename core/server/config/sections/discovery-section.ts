import { urlPattern } from '@portico/core/common'
import { z } from 'zod'
import { frontend } from '../schema.ts'

const endpoint = z.object({
  target: z
    .union([
      frontend(urlPattern()),
      z.object({
        internal: urlPattern({ srv: true }).optional().describe('The address for other servers; http+srv: looks it up'),
        external: frontend(urlPattern()).optional().describe('The address for browsers'),
      }),
    ])
    .describe('Where the plugins answer; {{ pluginId }} stands for the id of the plugin'),
  plugins: frontend(z.array(z.string().min(1))).describe('The plugins it is about; * for all that are not named elsewhere'),
})

/** `discovery`: plugins that answer somewhere else than at `backend.baseUrl`. */
export const DiscoverySection = z.object({
  endpoints: frontend(z.array(endpoint)).default([]),
})

export type DiscoverySection = z.output<typeof DiscoverySection>
