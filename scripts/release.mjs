#!/usr/bin/env node
// `npm run release`: the package that others install.
import { runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { buildPackage } from './lib/release/build-package.mjs'
import { inRoot } from './lib/repository.mjs'
import { findNode, requireNode } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  await ensureInstalled('full')
  const { file } = await buildPackage(findNode(), inRoot('release'))
  process.stdout.write(`${file}\n`)
})
