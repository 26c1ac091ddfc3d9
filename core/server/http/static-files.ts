import { notFoundError } from '@portico/core/common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { acceptsEncoding } from './accepts-encoding.ts'

const endings = { br: '.br', gzip: '.gz' } as const
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/**
 * The files of one folder, sent compressed as they were built. Files are cached in memory after the first request: a page is many files, and a browser that has
 * none of them waits for each. Only names that existed at the start are served, so no path leads out of the folder.
 */
export function createStaticFiles(folder: string) {
  const present = new Set(readdirSync(folder, { withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : [])))
  const names = [...present].filter(name => !/\.(?:br|gz)$/.test(name) && !name.startsWith('.'))
  const known = new Set(names)
  const contents = new Map<string, Promise<Buffer>>()

  function read(name: string): Promise<Buffer> {
    const kept = contents.get(name)
    if (kept) return kept
    const reading = readFile(path.join(folder, name))
    contents.set(name, reading)
    reading.catch(() => contents.delete(name))
    return reading
  }

  return {
    names,
    async send(name: string, request: FastifyRequest, reply: FastifyReply, cacheControl: string): Promise<FastifyReply> {
      if (!known.has(name)) throw missing()
      const accepted = request.headers['accept-encoding']
      const encoding = (['br', 'gzip'] as const).find(each => present.has(name + endings[each]) && acceptsEncoding(accepted, each))
      const content = await read(encoding ? name + endings[encoding] : name).catch((error: unknown) => {
        throw missing(error)
      })
      reply.headers({ 'cache-control': cacheControl, vary: 'accept-encoding', ...(encoding && { 'content-encoding': encoding }) })
      return reply.type(contentTypeOf(name)).send(content)
    },
  }
}

/** What a file is, by its name. */
export function contentTypeOf(name: string): string {
  return types[path.extname(name)] ?? 'application/octet-stream'
}

function missing(cause?: unknown) {
  return notFoundError('There is no such file', { cause })
}
