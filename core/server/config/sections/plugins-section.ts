import { z } from 'zod'
import { durationMs } from '../duration.ts'
import { secret } from '../schema.ts'

const megabyte = 1e6

/** `512 MB` or `1.5 GB`, as bytes. */
const memoryBytes = z
  .string()
  .regex(/^\d+(\.\d+)? ?[MG]B$/, "expected an amount of memory such as '512 MB' or '1.5 GB'")
  .transform(text => Number.parseFloat(text) * (text.endsWith('GB') ? 1000 : 1) * megabyte)
  .refine(bytes => bytes >= 200 * megabyte, 'a process with what plugins share needs 200 MB')

/** One plugin: one of ours to switch off, or one from outside. */
export const PluginEntry = z.object({
  package: z
    .string()
    .min(1)
    .max(500)
    .describe(
      "'@acme/radar@1.2.0', a folder './radar', an archive './radar.tgz' or its https address, or one of ours: '@portico/kubernetes'",
    ),
  integrity: z
    .string()
    .regex(/^sha512-[A-Za-z0-9+/]{86}==$/, 'expected sha512- and the digest as base64, as npm writes it')
    .optional()
    .describe('The digest of its archive: another one is refused'),
  enabled: z.boolean().default(true).describe('Whether it runs'),
  isolation: z
    .enum(['none', 'process'])
    .default('none')
    .describe('none: its server runs in the process of the portal. process: in a process of its own, with limits on memory and time'),
  memory: memoryBytes.prefault('512 MB').describe('How much memory its own process may take'),
  setupTimeout: durationMs.prefault('30s').describe('How long it may take to start'),
  callTimeout: durationMs.prefault('30s').describe('How long it may take to answer a request, or to handle an event'),
  config: secret(z.record(z.string(), z.unknown())).optional().describe('Its own section of the config'),
})
export type PluginEntry = z.output<typeof PluginEntry>

/** `plugins`: which plugins run, besides those that are built in. */
export const PluginsSection = z.array(PluginEntry).max(200).default([]).describe('Plugins from outside, and which of ours are switched off')
