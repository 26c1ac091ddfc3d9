import { ensureServerBuild } from './server-build.mjs'

/** Set-up of a run of tests: their threads and processes run from the build of the server, where they start in a quarter of the time. */
export default async function buildForTests() {
  await ensureServerBuild(process.execPath)
}
