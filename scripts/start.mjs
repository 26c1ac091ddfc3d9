#!/usr/bin/env node
// Everything `npm start` needs, done only when it is needed; then the server.
import { runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { findNode, requireNode, runProgram } from './lib/runtime.mjs'
import { ensureServerBuild, serverProgram } from './lib/server-build.mjs'
import { ensureWebBuild } from './lib/web-build.mjs'

await runCommand(async () => {
  requireNode()
  await ensureInstalled('production')
  const node = findNode()
  await ensureWebBuild(node)
  await ensureServerBuild(node)
  await runProgram(node, serverProgram, 'production')
})
