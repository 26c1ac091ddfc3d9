import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PackageProblem } from '../../packages/package-problem.ts'

/** What npm says of an archive that it made. */
export interface PackedPlugin {
  readonly filename: string
  readonly integrity: string
  readonly size: number
}

/** Makes the archive of a built plugin, as npm would publish it. Runs no script of the plugin. */
export async function packPlugin(folder: string): Promise<PackedPlugin> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--ignore-scripts', '--loglevel=error'], { cwd: folder })
    const told = JSON.parse(stdout) as readonly PackedPlugin[] | Readonly<Record<string, PackedPlugin>>
    const [packed] = Object.values(told)
    if (packed) return packed
    throw new Error('npm made no archive')
  } catch (error) {
    const { stderr = '', message } = error as Error & { readonly stderr?: string }
    throw new PackageProblem(`npm pack failed: ${stderr.trim() || message}`)
  }
}
