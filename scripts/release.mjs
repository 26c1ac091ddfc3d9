#!/usr/bin/env node
// `npm run release` makes the package of this version, `npm run release -- patch|minor|major` that of the next one.
import { runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { buildPackage } from './lib/release/build-package.mjs'
import { release } from './lib/release/release.mjs'
import { inRoot } from './lib/repository.mjs'
import { findNode, requireNode } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  const [level] = process.argv.slice(2)
  await ensureInstalled(level === '--dirty' ? 'production' : 'full')
  const target = inRoot('release')
  // To try it: only the package, from what is here. It names no commit.
  const lines = level === '--dirty' ? [(await buildPackage(findNode(), target)).file] : await release(findNode(), target, level)
  process.stdout.write(`${lines.join('\n')}\n`)
})
