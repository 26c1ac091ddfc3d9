import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/**
 * What a server does not need to start: what only commands, child processes and worker threads use, what the first sign-in or the first
 * use of a host loads, and what comes with a library and does nothing here. A server that has loaded it holds it for good.
 */
const notInServer = [
  'ajv',
  'commander',
  'fast-uri',
  'highlight.js',
  'katex',
  'markdown-it',
  'mime-db',
  'node-diff3',
  'nodemailer',
  'nunjitsu',
  'oauth4webapi',
  'openid-client',
  'parse5',
  'piscina',
]

/** The packages that a program loads. */
async function packagesOf(program: string): Promise<string[]> {
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
    ${program}
    console.log([...packages].join(' '))`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd: path.resolve(import.meta.dirname) })
  return stdout.trim().split(' ')
}

test('a server starts without the packages that it does not need at first', async () => {
  const packages = await packagesOf(`
    await import('./portal.ts')
    const { createHttp } = await import('../core/server/http/server.ts')
    const { http } = await createHttp({ securityHeaders: {}, ownOrigins: [], openConnections: { perUser: 1, others: 1 } })
    http.get('/', () => '')
    await http.ready()`)
  expect(packages).toContain('fastify')
  expect(packages.filter(name => notInServer.includes(name))).toEqual([])
})

test('the thread of the search index opens without schemas and a query builder, which take longer to load than all the rest', async () => {
  const packages = await packagesOf("await import('../plugins/search/server/engines/portal/search-worker.ts')")
  expect(packages).toContain('pg')
  expect(packages.filter(name => ['kysely', 'zod'].includes(name))).toEqual([])
})
