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
export const crashServerFile = path.join(import.meta.dirname, 'crash-server-worker.ts')

/** Actions that count how often they took effect, and that end the process of a server that crashes. */
export function crashPlugin(crashes: boolean): ServerPlugin<{}, { readonly extensions: typeof scaffolderExtensions }> {
  const die = () => process.kill(process.pid, 'SIGKILL')
  const action = (id: string, isIdempotent: boolean) =>
    defineAction({
      id,
      description: 'Counts, for tests',
      input,
      isIdempotent,
      async run({ input: { file, name, die: when, until }, workspace, secrets, output }) {
        while (until !== undefined && !existsSync(until)) await pause(20)
        if (crashes && when === 'before') die()
        appendFileSync(file, `${name} ${secrets['TOKEN'] ?? 'no secret'}\n`)
        await workspace.write(`${name}.txt`, name)
        output(
          'files',
          (await workspace.list()).map(each => each.path),
        )
        if (crashes && when === 'after') die()
        // As an expression or a pattern would that never ends: nothing else happens in this process any more.
        while (crashes && when === 'block');
        if (crashes && when === 'hold') await new Promise(() => {})
        // Somewhere between the end of this step and the beginning of the next.
        if (crashes && when === 'boundary') setImmediate(die)
      },
    }) as Action
  return {
    id: 'crash',
    uses: { extensions: scaffolderExtensions },
    setup(_, { extensions }) {
      extensions.addAction(action('test:again', true))
      extensions.addAction(action('test:once', false))
    },
  }
}
