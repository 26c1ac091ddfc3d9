#!/usr/bin/env node
// The program `portico` of the package. Everything is built: it only chooses the Node and how that is started.
import fs from 'node:fs'
import path from 'node:path'
import { become } from './lib/child.mjs'
import { runCommand } from './lib/failure.mjs'
import { inRoot } from './lib/repository.mjs'
import { findNode, quiet, requireNode } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  const args = process.argv.slice(2)
  const isStart = args[0] === 'start' && !args.some(word => word === '--help' || word === '-h')
  // Asked every few seconds in a container: a program of its own, that loads no plugin.
  const program = isStart ? ['server.mjs', ...args.slice(1)] : [args[0] === 'health' ? 'health.mjs' : 'cli.mjs', ...args]
  const [file, ...rest] = program
  await replaceBy(findNode(), [...quiet, inRoot('app', 'dist-server', file), ...rest], { ...environmentFor(isStart), ...process.env })
})

/** As `npm start` sets it. Compiled code is kept where the portal keeps its data, never in the package; another command makes no such folder. */
function environmentFor(isStart) {
  const data = path.resolve('.portico')
  const cache = (isStart || fs.existsSync(data)) && { NODE_COMPILE_CACHE: path.join(data, 'compile-cache') }
  return { MALLOC_MMAP_THRESHOLD_: '131072', ...cache }
}

/** The same process goes on as the program, where Node can do that: a second one would wait for it with 40 MB. */
async function replaceBy(node, args, env) {
  process.execve?.(node, [node, ...args], env)
  await become(node, args, { env, cwd: process.cwd() })
}
