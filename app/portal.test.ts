import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** What only commands, child processes and worker threads need: a server that has loaded it holds it for good. */
const notInServer = ['commander', 'highlight.js', 'katex', 'markdown-it', 'node-diff3', 'nodemailer', 'nunjitsu', 'parse5']

test('a server starts without the packages that only commands and child processes need', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({
      resolve(specifier, context, next) {
        const resolved = next(specifier, context)
        packages.add(/.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(resolved.url)?.[1])
        return resolved
      },
    })
    await import('./portal.ts')
    console.log([...packages].join(' '))`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: path.resolve(import.meta.dirname) })
  const packages = stdout.trim().split(' ')
  expect(packages).toContain('fastify')
  expect(packages.filter(name => notInServer.includes(name))).toEqual([])
})
