#!/usr/bin/env node
// Types, lint, format, boundaries and unused code.
import { runChecks } from './lib/checks.mjs'
import { runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { findNode, requireNode } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  await ensureInstalled('full')
  const results = await runChecks(findNode())
  if (results.some(({ passed }) => !passed)) process.exitCode = 1
})
