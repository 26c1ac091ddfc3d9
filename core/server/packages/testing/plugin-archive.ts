import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack, type Header } from 'tar-stream'
import { pluginFiles, type PluginFiles } from './plugin-folder.ts'

/** Entries as npm packs them, or as somebody who means harm does. */
export async function archiveOf(
  entries: readonly (Partial<Header> & { readonly name: string; readonly text?: string })[],
): Promise<Buffer> {
  const archive = pack()
  for (const { text = '', ...header } of entries) archive.entry(header, text)
  archive.finalize()
  return gzipSync(await buffer(archive))
}

/** A plugin as `npm pack` writes it. */
export function pluginArchive(given?: PluginFiles): Promise<Buffer> {
  return archiveOf(Object.entries(pluginFiles(given)).map(([name, text]) => ({ name: `package/${name}`, text })))
}

export const integrityOf = (archive: Buffer) => `sha512-${createHash('sha512').update(archive).digest('base64')}`

/** A registry of packages on loopback that wants a token. */
export async function startRegistry(packages: Readonly<Record<string, Readonly<Record<string, Buffer>>>>) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.headers.authorization !== 'Bearer letters') return void response.writeHead(401).end()
    const [, name = '', version] = decodeURIComponent(request.url ?? '').match(/^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/) ?? []
    const versions = packages[name]
    if (!versions) return void response.writeHead(404).end()
    if (version !== undefined) return void response.end(versions[version])
    const listed = Object.entries(versions).map(([each, archive]) => [
      each,
      { dist: { tarball: `${url}/${name}/-/${each}.tgz`, integrity: integrityOf(archive) } },
    ])
    response.end(JSON.stringify({ 'dist-tags': { latest: Object.keys(versions).at(-1) }, versions: Object.fromEntries(listed) }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`
  return {
    npmrc: `@acme:registry=${url}/\n//${host}/:_authToken=\${REGISTRY_TOKEN}\n`,
    requests,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
