#!/usr/bin/env node
// The development server: one port, hot reload for the page, and a restart when a file that the server has loaded changes.
import { become } from './lib/child.mjs'
import { runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot } from './lib/repository.mjs'
import { findNode, programEnvironment, quiet, requireNode } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  await ensureInstalled('full')
  const watch = ['--watch', '--watch-preserve-output']
  await become(findNode(), [...quiet, ...watch, inRoot('app', 'dev.ts'), ...process.argv.slice(2)], {
    env: programEnvironment('development'),
  })
})
