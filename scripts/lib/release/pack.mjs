import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Failure } from '../failure.mjs'
import { runNpm } from '../install.mjs'

/**
 * Makes the archive of a package in a folder. `write` writes the package into an empty folder, and gives at least its version. Returns its path with
 * what `write` gave. The same package makes the same archive, byte for byte: npm writes no times into it.
 */
export async function pack(name, write, target) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-release-'))
  try {
    const written = await write(folder)
    fs.mkdirSync(target, { recursive: true })
    const args = ['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${path.resolve(target)}`]
    const { code, output } = await runNpm(args, { cwd: folder })
    if (code !== 0) throw new Failure(`the package ${name} could not be made:\n${output.trim()}`)
    return { ...written, file: path.join(target, `${name.replace('@', '').replace('/', '-')}-${written.version}.tgz`) }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
