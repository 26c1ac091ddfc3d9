#!/usr/bin/env node
// `npm run plugin-api` writes the report and the page of the plugin API. It refuses what breaks plugins; `--compatible` accepts changed signatures.
import fs from 'node:fs'
import { Failure, runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { breach } from './lib/plugin-api/changes.mjs'
import { findNode, requireNode } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  await ensureInstalled('full')
  const { presentApi } = await import('./lib/plugin-api/present.mjs')
  const { report, page, before } = await presentApi(findNode())
  const problem = before && breach(before, report.value, { compatible: process.argv.includes('--compatible') })
  if (problem) throw new Failure(problem)
  for (const { file, text } of [report, page]) fs.writeFileSync(file, text)
})
