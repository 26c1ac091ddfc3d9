#!/usr/bin/env node
// `npm run bench -- --help` says what can be measured.
import { runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { findNode, requireNode, runProgram } from './lib/runtime.mjs'
import { ensureServerBuild } from './lib/server-build.mjs'
import { ensureWebBuild } from './lib/web-build.mjs'

await runCommand(async () => {
  requireNode()
  await ensureInstalled('full')
  const node = findNode()
  await ensureWebBuild(node)
  await ensureServerBuild(node)
  await runProgram(node, 'bench/run.ts', 'production')
})
