import { serveProcess } from '@portico/core/server/serve-process'
import * as git from 'isomorphic-git'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import pako from 'pako'
import { createMemoryFiles } from '../reading/memory-files.ts'
import { createCommitSigner } from './commit-signer.ts'

/** A file that is pushed, with its path from the folder. */
export interface PushedFile {
  readonly path: string
  readonly isExecutable: boolean
  /** The target of a symbolic link. */
  readonly link?: string | undefined
}

/** What the server asks of the process that pushes. */
export interface PushOrder {
  readonly folder: string
  readonly files: readonly PushedFile[]
  readonly url: string
  /** The whole name of the ref that moves. */
  readonly ref: string
  /** The branch that the commit follows; by default it follows nothing. */
  readonly base?: string | undefined
  /** The ref must not be there yet, unless it is at this very commit. */
  readonly isNew: boolean
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  /** Seconds since 1970. */
  readonly at: number
  readonly signingKey?: string | undefined
}

/** A request that the server sends for the process, which reaches no network. */
export interface GitRequest {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
}

export interface GitAnswer {
  readonly url: string
  readonly statusCode: number
  readonly statusMessage: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

export type PushStep =
  | { readonly request: GitRequest }
  | { readonly commit: string }
  | { readonly failure: 'branch-missing' | 'branch-taken' | 'rejected'; readonly said: string }

export type PushMessage = { readonly order: PushOrder } | { readonly answer: GitAnswer }

type Folder = Map<string, Folder | git.TreeEntry>

const store = { fs: createMemoryFiles(() => {}), gitdir: '/git', cache: {} }
const localRef = 'refs/heads/pushed'
const noCommit = '0'.repeat(40)

// isomorphic-git compresses each object by a stream of its own, or by pako. Node's functions do the same in a third of the time.
Reflect.deleteProperty(globalThis, 'CompressionStream')
Object.assign(pako, { deflate: (bytes: Uint8Array) => deflateSync(bytes), inflate: (bytes: Uint8Array) => inflateSync(bytes) })

interface Exchange {
  step: PromiseWithResolvers<PushStep>
  answered: (answer: GitAnswer) => void
}

// One push for each process: what it is at.
const exchange: Exchange = { step: Promise.withResolvers(), answered: () => {} }

/** Hands each request to the server, as the answer to its last message, and waits for the message with what came back. */
const http: git.HttpClient = {
  async request({ url, method = 'GET', headers = {}, body }) {
    const chunks: Uint8Array[] = []
    for await (const chunk of body ?? []) chunks.push(chunk)
    const { promise, resolve } = Promise.withResolvers<GitAnswer>()
    exchange.answered = resolve
    exchange.step.resolve({ request: { url, method, headers, ...(body && { body: Buffer.concat(chunks) }) } })
    const answer = await promise
    return { ...answer, method, body: oneChunk(answer.body) }
  },
}

async function* oneChunk(bytes: Uint8Array): AsyncIterableIterator<Uint8Array> {
  yield bytes
}

async function push(order: PushOrder): Promise<PushStep> {
  const { url, ref, base, isNew } = order
  const parent = base === undefined ? undefined : await tipOf(url, `refs/heads/${base}`)
  if (base !== undefined && parent === undefined) return { failure: 'branch-missing', said: base }
  const commit = await commitFiles(order, parent)
  const said: string[] = []
  let there = noCommit
  const onPrePush = ({ remoteRef }: git.PrePushParams) => {
    there = remoteRef.oid
    return !isNew || there === noCommit
  }
  const onMessage = (line: string) => void said.push(line.trim())
  try {
    await git.push({ ...store, http, url, ref: localRef, remoteRef: ref, force: true, onPrePush, onMessage })
    return { commit }
  } catch (error) {
    if (error instanceof git.Errors.UserCanceledError)
      return there === commit ? { commit } : { failure: 'branch-taken', said: ref.replace(/^refs\/heads\//, '') }
    if (!(error instanceof git.Errors.GitPushError)) throw error
    return { failure: 'rejected', said: [...refusalsOf(error), ...said].filter(Boolean).join(': ') }
  }
}

function refusalsOf({ data: { result } }: InstanceType<typeof git.Errors.GitPushError>): string[] {
  const refs = Object.values(result.refs).flatMap(each => (each.ok ? [] : [each.error]))
  return refs.length > 0 ? refs : [result.error ?? 'it did not say why']
}

async function tipOf(url: string, ref: string): Promise<string | undefined> {
  const refs = await git.listServerRefs({ http, url, forPush: true, prefix: ref, protocolVersion: 1 })
  return refs.find(each => each.ref === ref)?.oid
}

async function commitFiles({ folder, files, message, author, at, signingKey }: PushOrder, parent: string | undefined): Promise<string> {
  const root: Folder = new Map()
  for (const file of files) {
    const blob = file.link === undefined ? readFileSync(path.join(folder, file.path)) : Buffer.from(file.link)
    const mode = file.link !== undefined ? '120000' : file.isExecutable ? '100755' : '100644'
    const oid = await git.writeBlob({ ...store, blob })
    const { dir, base: name } = path.posix.parse(file.path)
    folderAt(root, dir).set(name, { mode, path: name, oid, type: 'blob' })
  }
  const person = { name: plain(author.name) || 'unknown', email: plain(author.email), timestamp: at, timezoneOffset: 0 }
  return git.commit({
    ...store,
    ref: localRef,
    tree: await writeTree(root),
    parent: parent === undefined ? [] : [parent],
    message: message.replaceAll('\r\n', '\n').trimEnd(),
    author: person,
    committer: person,
    ...(signingKey !== undefined && { signingKey, onSign: createCommitSigner(at) }),
  })
}

function folderAt(root: Folder, place: string): Folder {
  let folder = root
  for (const part of place.split('/').filter(Boolean)) {
    const found = folder.get(part)
    const next: Folder = found instanceof Map ? found : new Map()
    folder.set(part, next)
    folder = next
  }
  return folder
}

async function writeTree(folder: Folder): Promise<string> {
  const tree: git.TreeEntry[] = []
  for (const [name, item] of folder)
    tree.push(item instanceof Map ? { mode: '040000', path: name, oid: await writeTree(item), type: 'tree' } : item)
  return git.writeTree({ ...store, tree })
}

/** A name as it may stand in the line of an author. */
function plain(text: string): string {
  return text.replaceAll(/[<>\n\r\0]/g, '').trim()
}

serveProcess((message: PushMessage) => {
  exchange.step = Promise.withResolvers()
  if ('answer' in message) exchange.answered(message.answer)
  // The step that ends the push is not the one that began it.
  else
    void push(message.order).then(
      outcome => exchange.step.resolve(outcome),
      (error: unknown) => exchange.step.reject(error),
    )
  return exchange.step.promise
})
