import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { inputError } from '@portico/core/common'
import { defineAction, type ActionContext } from '../action.ts'

const maxWaitMs = 600_000
const maxShown = 10_000

export const debugLog = defineAction({
  id: 'debug:log',
  description: 'Writes a message into the log, or lists the workspace',
  examples: [
    { description: 'Write a message', example: 'steps:\n  - action: debug:log\n    input:\n      message: Hello ${{ parameters.name }}\n' },
    { description: 'List the workspace', example: 'steps:\n  - action: debug:log\n    input:\n      listWorkspace: with-filenames\n' },
  ],
  input: z.object({
    message: z.string().optional().describe('What to write'),
    listWorkspace: z
      .union([z.boolean(), z.enum(['with-filenames', 'with-contents'])])
      .optional()
      .describe('Lists the files, or also what is in them'),
  }),
  supportsDryRun: true,
  showsInput: true,
  isIdempotent: true,
  async run(context) {
    const { input, shownInput, log } = context
    log(JSON.stringify(shownInput, undefined, 2))
    if (input.message !== undefined) log(String((shownInput as { message?: unknown }).message ?? input.message))
    if (input.listWorkspace) log(await listing(context, input.listWorkspace === 'with-contents'))
  },
})

async function listing({ workspace }: Pick<ActionContext, 'workspace'>, withContents: boolean): Promise<string> {
  const files = await workspace.list()
  const lines = await Promise.all(
    files.map(async ({ path, link }) => {
      if (!withContents || link !== undefined) return `  - ${path}`
      const text = (await workspace.read(path)).toString('utf8')
      return `  - ${path}:\n\n  ${text.length > maxShown ? `${text.slice(0, maxShown)}…` : text}`
    }),
  )
  return `Workspace:\n${lines.join('\n')}`
}

export const debugWait = defineAction({
  id: 'debug:wait',
  description: 'Waits, for at most ten minutes',
  examples: [{ description: 'Wait for five seconds', example: 'steps:\n  - action: debug:wait\n    input:\n      seconds: 5\n' }],
  input: z.object({
    minutes: z.number().nonnegative().optional().describe('Minutes, added to the others'),
    seconds: z.number().nonnegative().optional().describe('Seconds, added to the others'),
    milliseconds: z.number().nonnegative().optional().describe('Milliseconds, added to the others'),
  }),
  isIdempotent: true,
  async run({ input: { minutes = 0, seconds = 0, milliseconds = 0 }, log, signal }) {
    const ms = minutes * 60_000 + seconds * 1000 + milliseconds
    if (ms > maxWaitMs)
      throw inputError(`debug:wait waits for at most ten minutes, not ${ms / 60_000}`, { code: 'scaffolder.wait-too-long' })
    log(`Waiting for ${ms / 1000} s`)
    await pause(ms, undefined, { signal })
  },
})
