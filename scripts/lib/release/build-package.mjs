import { ensureServerBuild } from '../server-build.mjs'
import { ensureWebBuild } from '../web-build.mjs'
import { pack } from './pack.mjs'
import { writePackage } from './package-files.mjs'

/** Makes `portico-<version>.tgz` in a folder, from builds that are made where they are missing. Returns its path with what `writePackage` says. */
export async function buildPackage(node, target) {
  await ensureWebBuild(node)
  await ensureServerBuild(node)
  return pack('portico', writePackage, target)
}
