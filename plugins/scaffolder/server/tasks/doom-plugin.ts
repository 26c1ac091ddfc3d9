import type { ServerPlugin } from '@portico/core/server'
import { appendFileSync } from 'node:fs'
import { z } from 'zod'
import { defineAction, scaffolderExtensions, type Action } from '@portico/scaffolder/server'

const input = z.object({ file: z.string(), name: z.string(), die: z.enum(['before', 'after', 'boundary', 'never']).default('never') })

/** Actions that count how often they took effect, and that end the process of a server that is doomed. */
export function doomPlugin(isDoomed: boolean): ServerPlugin<{}, { readonly extensions: typeof scaffolderExtensions }> {
  const die = () => process.kill(process.pid, 'SIGKILL')
  const action = (id: string, isIdempotent: boolean) =>
    defineAction({
      id,
      description: 'Counts, for tests',
      input,
      isIdempotent,
      async run({ input: { file, name, die: when }, workspace, secrets, output }) {
        if (isDoomed && when === 'before') die()
        appendFileSync(file, `${name} ${secrets['TOKEN'] ?? 'no secret'}\n`)
        await workspace.write(`${name}.txt`, name)
        output(
          'files',
          (await workspace.list()).map(each => each.path),
        )
        if (isDoomed && when === 'after') die()
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
