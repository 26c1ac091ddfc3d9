import { durationMs, filePath, notice } from '@portico/core/server'
import { z } from 'zod'
import { Targets } from './targets/target-entry.ts'
import { targetNotices } from './targets/target-notices.ts'

const Section = z
  .strictObject({
    files: z
      .array(filePath(z.string()))
      .default([])
      .describe('Documents of your own: files, folders and globs, from the folder of the config file that names them'),
    targets: z.record(z.string(), Targets).default({}).describe('By the name of a connector: where its tool is, one or several'),
    packs: z
      .record(
        z.string(),
        z.strictObject({
          enabled: z
            .boolean()
            .optional()
            .describe('Off: it asks nothing and shows nothing. On: also without a target, where it needs none'),
          every: durationMs.optional().describe('How often its tool is asked, in place of what its requests say'),
        }),
      )
      .default({})
      .describe('By the name of a connector'),
    history: durationMs.prefault('400d').describe('How long the values are kept that facts had'),
    timeout: durationMs.prefault('30s').describe('How long a tool may take to answer'),
    maxMegabytes: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(5)
      .describe('Of one answer; all pages and items of a request may have four times as much'),
  })
  .superRefine(({ targets }, context) => {
    for (const [connector, list] of Object.entries(targets)) {
      const names = list.map(({ name }) => name)
      for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
        context.addIssue({ code: 'custom', path: ['targets', connector], message: `the target '${name}' appears twice` })
    }
  })
export type ConnectorsSection = z.output<typeof Section>

export const connectorsSections = { connectors: notice(Section.prefault({}), targetNotices) }
