import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Failure } from '../failure.mjs'
import { runNpm } from '../install.mjs'
import { ensureServerBuild } from '../server-build.mjs'
import { ensureWebBuild } from '../web-build.mjs'
import { writePackage } from './package-files.mjs'

/**
 * Makes `portico-<version>.tgz` in a folder, from builds that are made where they are missing. The same sources make the same file, byte for byte:
 * npm writes no times into it. Returns its path with what `writePackage` says.
 */
export async function buildPackage(node, target) {
  await ensureWebBuild(node)
  await ensureServerBuild(node)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-release-'))
  try {
    const { version, ...packages } = writePackage(folder)
    fs.mkdirSync(target, { recursive: true })
    const { code, output } = await runNpm(['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${path.resolve(target)}`], {
      cwd: folder,
    })
    if (code !== 0) throw new Failure(`the package could not be made:\n${output.trim()}`)
    return { file: path.join(target, `portico-${version}.tgz`), version, ...packages }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
