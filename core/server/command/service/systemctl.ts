import { execFile } from 'node:child_process'
import type { Environment } from '../../config/environment.ts'

export interface Systemctl {
  /** What it printed, also when it failed: `inactive` is an answer. */
  ask(...words: readonly string[]): Promise<string>
  /** Throws with what it said. */
  run(...words: readonly string[]): Promise<void>
}

const timeoutMs = 360_000

/** The program that talks to systemd: to the system's, or to that of one's own user. */
export function createSystemctl({ isUser, env }: { readonly isUser: boolean; readonly env: Environment }): Systemctl {
  const call = (words: readonly string[]) =>
    new Promise<{ readonly failed: boolean; readonly output: string }>(resolve => {
      const args = [...(isUser ? ['--user'] : []), '--no-pager', ...words]
      execFile('systemctl', args, { env: { ...env }, timeout: timeoutMs }, (error, stdout, stderr) => {
        const isMissing = (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
        resolve({ failed: error !== null, output: isMissing ? 'there is no systemctl' : `${stdout}${stderr}`.trim() })
      })
    })
  return {
    ask: async (...words) => (await call(words)).output,
    async run(...words) {
      const { failed, output } = await call(words)
      if (failed) throw new Error(`systemctl ${words.join(' ')}: ${output || 'it failed'}`)
    },
  }
}
