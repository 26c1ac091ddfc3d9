import { inputError, notFoundError } from '@portico/core/common'
import type { Readers } from '@portico/integrations/server'
import type { TemplatePart } from '@portico/scaffolder/common'
import { hash } from 'node:crypto'
import path from 'node:path'
import type { Fetching, FetchedFile } from '../actions/action.ts'
import { createTreeDigest } from '../provenance/template-parts.ts'
import { workspaceLimits } from '../workspace/workspace.ts'

/** Opens what addresses are read with; with a token of a user, for the host of one address. */
export type OpenReading = (as?: { readonly token: string; readonly address: string }) => Promise<Readers>

export interface FetchingOptions {
  readonly reading: OpenReading
  /** Where the template is, as a location ref; undefined when nothing relative can be read. */
  readonly base?: { readonly type: string; readonly target: string } | undefined
  /** The root that led to the template, which decides what may be read. */
  readonly origin?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears what was read, and which version of it. */
  readonly onRead?: ((part: TemplatePart) => void) | undefined
}

const limits = { maxFiles: workspaceLimits.files, maxBytes: workspaceLimits.bytes }

/** Reads what steps name, from where the template is or from addresses that config allows. */
export function createFetching({ reading, base, origin, signal, onRead }: FetchingOptions): Fetching {
  /** With the token, where there is one and the address is one of a host. */
  const open = (address: string, token: string | undefined) =>
    token === undefined || !isWeb(address) ? reading() : reading({ token, address })

  async function locate(url: string, token: string | undefined) {
    if (isWeb(url))
      return { readers: await open(url, token), type: /\.git(#|$)/.test(url) ? 'git' : 'url', target: url, options: { signal } }
    const readers = await reading()
    if (/^[a-z][a-z0-9+.-]*:/i.test(url) || url.startsWith('//')) throw notAnAddress(url)
    if (!base) throw inputError(`'${url}' is relative, and where the template is stored is not known`, { code: 'scaffolder.no-base' })
    const target = readers.resolve(base.type, url, base.target)
    // A template on the server's disk reads its own folder and nothing else there.
    if (base.type === 'file' && !isBelow(target, path.dirname(base.target))) throw outsideTemplate(url)
    if (!readers.isSameRepository(base.type, target, base.target)) throw outsideTemplate(url)
    return { readers: await open(target, token), type: base.type, target, options: { signal, origin } }
  }

  return {
    async *tree(url, { token } = {}) {
      const { readers, type, target, options } = await locate(url, token)
      const result = await readers.readTree(type, target, { ...options, ...limits, withLinks: true })
      if (result.notModified) return
      const digest = createTreeDigest()
      for await (const file of result.files) {
        digest.add(file)
        yield file
      }
      onRead?.(toPart('tree', `${type}:${target}`, digest.value(), result.etag, options))
    },
    async file(url, { token } = {}) {
      const { readers, type, target, options } = await locate(url, token)
      const result = await readers.read(type, target, options)
      const [file, ...others] = result.notModified ? [] : result.files
      if (!file || others.length > 0) throw inputError(`'${url}' is not one file`, { code: 'scaffolder.not-a-file' })
      const etag = result.notModified ? undefined : result.etag
      onRead?.(toPart('file', `${type}:${target}`, hash('sha256', file.text), etag, options))
      return Buffer.from(file.text)
    },
  }
}

function toPart(
  kind: TemplatePart['kind'],
  target: string,
  digest: string,
  revision: string | undefined,
  { origin }: { readonly origin?: string | undefined },
): TemplatePart {
  return { kind, target, digest, ...(revision !== undefined && { revision }), ...(origin !== undefined && { origin }) }
}

/** Reads from files that are given, as in a dry run; addresses are read as usual. */
export function createInputFetching(files: ReadonlyMap<string, FetchedFile>, remote: Fetching): Fetching {
  return {
    async *tree(url, options) {
      if (isWeb(url)) return yield* remote.tree(url, options)
      const folder = normalise(url)
      const inside = [...files].filter(([name]) => folder === '.' || name.startsWith(`${folder}/`))
      if (inside.length === 0)
        throw notFoundError(`The files that are given have nothing in '${url}'`, { code: 'scaffolder.file-not-given' })
      for (const [name, file] of inside) yield { ...file, path: folder === '.' ? name : name.slice(folder.length + 1) }
    },
    async file(url, options) {
      if (isWeb(url)) return remote.file(url, options)
      const file = files.get(normalise(url))
      if (!file) throw notFoundError(`The files that are given have no '${url}'`, { code: 'scaffolder.file-not-given' })
      return file.bytes
    },
  }
}

/** A path without dots in the middle; one that leads out of the template's folder keeps them at its beginning. */
export function normalise(given: string): string {
  return path.posix.normalize(given.replaceAll('\\', '/')).replace(/\/+$/, '') || '.'
}

function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

function isBelow(target: string, folder: string): boolean {
  const relative = path.relative(path.resolve(folder), path.resolve(target))
  return !relative.startsWith('..') && !path.isAbsolute(relative)
}

function outsideTemplate(url: string) {
  return inputError(`'${url}' leads out of the folder of the template`, { code: 'scaffolder.outside-template' })
}

function notAnAddress(url: string) {
  return inputError(`'${url}' is neither a relative path nor an http or https address`, { code: 'scaffolder.bad-url' })
}
