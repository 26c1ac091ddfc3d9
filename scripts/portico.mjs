#!/usr/bin/env node
// The command line: `npm run portico -- config check`, or `portico config check` where the package is linked.
import { runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { findNode, requireNode, runProgram } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  await ensureInstalled('production')
  await runProgram(findNode(), 'app/cli.ts', 'production')
})
