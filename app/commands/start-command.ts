import { runPortal, type Command } from '@portico/core/server'
import { portal } from '../portal.ts'

/** `portico start`. The program of the package starts the server itself, with less room for garbage; here it is for everyone else, and for the help. */
export const startCommand: Command = {
  name: 'start',
  summary: 'Start the portal; its data is in .portico of this folder',
  async run({ configFiles }) {
    await runPortal({ ...portal, argv: configFiles.flatMap(file => ['--config', file]) })
    return Number(process.exitCode ?? 0)
  },
}
