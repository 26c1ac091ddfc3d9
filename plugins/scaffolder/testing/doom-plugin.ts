import type { ServerPlugin } from '@portico/core/server'
import { appendFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { defineAction, scaffolderExtensions, type Action } from '@portico/scaffolder/server'

const input = z.object({
  file: z.string(),
  name: z.string(),
  die: z.enum(['before', 'after', 'boundary', 'block', 'hold', 'never']).default('never'),
  /** A file without which it does not begin. */
  until: z.string().optional(),
})

/** The program of a server in which actions end the process. */
export const doomedServerFile = path.join(import.meta.dirname, 'doomed-server-worker.ts')

/** Actions that count how often they took effect, and that end the process of a server that is doomed. */
export function doomPlugin(isDoomed: boolean): ServerPlugin<{}, { readonly extensions: typeof scaffolderExtensions }> {
  const die = () => process.kill(process.pid, 'SIGKILL')
  const action = (id: string, isIdempotent: boolean) =>
    defineAction({
      id,
      description: 'Counts, for tests',
      input,
      isIdempotent,
      async run({ input: { file, name, die: when, until }, workspace, secrets, output }) {
        while (until !== undefined && !existsSync(until)) await pause(20)
        if (isDoomed && when === 'before') die()
        appendFileSync(file, `${name} ${secrets['TOKEN'] ?? 'no secret'}\n`)
        await workspace.write(`${name}.txt`, name)
        output(
          'files',
          (await workspace.list()).map(each => each.path),
        )
        if (isDoomed && when === 'after') die()
        // As an expression or a pattern would that never ends: nothing else happens in this process any more.
        while (isDoomed && when === 'block');
        if (isDoomed && when === 'hold') await new Promise(() => {})
        // Somewhere between the end of this step and the beginning of the next.
        if (isDoomed && when === 'boundary') setImmediate(die)
      },
    }) as Action
  return {
    id: 'doom',
    uses: { extensions: scaffolderExtensions },
    setup(_, { extensions }) {
      extensions.addAction(action('test:again', true))
      extensions.addAction(action('test:once', false))
    },
  }
}
