import { notFoundError } from '@portico/core/common'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentTypeOf } from './static-files.ts'

/** The files of one version of a plugin from outside, and where they are served. */
export interface ServedPackage {
  /** `/plugins/radar/3f9a…`, without the path of `app.baseUrl`. */
  readonly path: string
  readonly folder: string
  /** Their names. Nothing else in the folder is served. */
  readonly files: readonly string[]
}

/** Serves the web files of plugins from outside for ever: another version has another address. */
export function mountPackageFiles(
  http: FastifyInstance,
  options: {
    readonly basePath: string
    /** Asked for each request, since plugins may come and go. */
    readonly find: (pathname: string) => ServedPackage | undefined
    /** Where the app is for signed-in users only. */
    readonly guard?: ((request: FastifyRequest) => Promise<void>) | undefined
  },
): void {
  const { basePath, find, guard } = options
  http.get<{ Params: { id: string; digest: string; '*': string } }>(`${basePath}/plugins/:id/:digest/*`, async (request, reply) => {
    await guard?.(request)
    const { id, digest, '*': file } = request.params
    const found = find(`/plugins/${id}/${digest}`)
    if (!found?.files.includes(file)) throw notFoundError('There is no such file')
    const content = await readFile(path.join(found.folder, file)).catch((cause: unknown) => {
      throw notFoundError('There is no such file', { cause })
    })
    const sharing = guard ? 'private' : 'public'
    return reply.header('cache-control', `${sharing}, max-age=31536000, immutable`).type(contentTypeOf(file)).send(content)
  })
}
