import * as git from 'isomorphic-git'
import * as fs from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What the fake server does instead of answering: true when it has done something. */
export type GitFault = (response: ServerResponse, answer: Buffer, request: { readonly method: string; readonly url: string }) => boolean

export interface CommitOptions {
  readonly branch?: string
  /** An annotated tag of the commit. */
  readonly tag?: string
  /** Links, by path. */
  readonly links?: Readonly<Record<string, string>>
  /** Submodules at the root: the commit of another repository, by path. */
  readonly submodules?: Readonly<Record<string, string>>
  /** The names of files at the root that may be executed. */
  readonly executables?: readonly string[]
}

const author = { name: 'FakeServer', email: 'fake@example.test', timestamp: 1_700_000_000, timezoneOffset: 0 }

/** A git repository behind real smart HTTP on the loopback interface, in both versions of the protocol, for shallow fetches. */
export async function startFakeGit() {
  const gitdir = fs.mkdtempSync(path.join(tmpdir(), 'portico-git-'))
  await git.init({ fs, gitdir, bare: true, defaultBranch: 'main' })
  const requests: string[] = []
  const state: { fault: GitFault | undefined; password: string | undefined } = { fault: undefined, password: undefined }

  async function writeTree(
    files: Readonly<Record<string, string | Uint8Array>>,
    links: Readonly<Record<string, string>>,
    executables: readonly string[] = [],
    submodules: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const tree: { mode: string; path: string; oid: string; type: 'blob' | 'tree' | 'commit' }[] = Object.entries(submodules).map(
      ([name, oid]) => ({ mode: '160000', path: name, oid, type: 'commit' }),
    )
    const all = Object.entries({ ...files, ...links })
    for (const [name, entries] of Map.groupBy(all, ([file]) => file.split('/', 1)[0]!)) {
      const below = (given: object) =>
        Object.fromEntries(
          Object.entries(given).flatMap(([file, value]) => (file.startsWith(`${name}/`) ? [[file.slice(name.length + 1), value]] : [])),
        )
      const [file, value] = entries[0]!
      if (file === name) {
        const oid = await git.writeBlob({ fs, gitdir, blob: typeof value === 'string' ? Buffer.from(value) : value })
        tree.push({ mode: name in links ? '120000' : executables.includes(name) ? '100755' : '100644', path: name, oid, type: 'blob' })
      } else tree.push({ mode: '040000', path: name, oid: await writeTree(below(files), below(links)), type: 'tree' })
    }
    return git.writeTree({ fs, gitdir, tree })
  }

  /** A commit that holds exactly these files and has no parent: each is a force push. */
  async function commit(files: Readonly<Record<string, string | Uint8Array>>, options: CommitOptions = {}): Promise<string> {
    const { branch = 'main', tag, links = {}, executables, submodules } = options
    const tree = await writeTree(files, links, executables, submodules)
    const oid = await git.writeCommit({
      fs,
      gitdir,
      commit: { message: `${Object.keys(files)}\n`, tree, parent: [], author, committer: author },
    })
    if (tag === undefined) await git.writeRef({ fs, gitdir, ref: `refs/heads/${branch}`, value: oid, force: true })
    else await git.annotatedTag({ fs, gitdir, ref: tag, object: oid, message: 'tag', tagger: author, force: true })
    return oid
  }

  async function refs(): Promise<{ name: string; oid: string; peeled: string | undefined }[]> {
    const found: { name: string; oid: string; peeled: string | undefined }[] = []
    for (const branch of await git.listBranches({ fs, gitdir })) {
      found.push({
        name: `refs/heads/${branch}`,
        oid: await git.resolveRef({ fs, gitdir, ref: `refs/heads/${branch}` }),
        peeled: undefined,
      })
    }
    for (const tag of await git.listTags({ fs, gitdir })) {
      const oid = await git.resolveRef({ fs, gitdir, ref: `refs/tags/${tag}` })
      found.push({ name: `refs/tags/${tag}`, oid, peeled: (await git.readTag({ fs, gitdir, oid })).tag.object })
    }
    const main = found.find(({ name }) => name === 'refs/heads/main')
    return main ? [{ ...main, name: 'HEAD' }, ...found] : found
  }

  async function packOf(wanted: string): Promise<Buffer> {
    const oids = new Set([wanted])
    const add = async (oid: string): Promise<void> => {
      oids.add(oid)
      for (const entry of (await git.readTree({ fs, gitdir, oid })).tree) {
        if (entry.type === 'tree') await add(entry.oid)
        else if (entry.type === 'blob') oids.add(entry.oid)
      }
    }
    const { oid, commit: read } = await git.readCommit({ fs, gitdir, oid: wanted })
    oids.add(oid)
    await add(read.tree)
    return Buffer.from((await git.packObjects({ fs, gitdir, oids: [...oids] })).packfile ?? [])
  }

  async function answer(request: IncomingMessage, body: string): Promise<Buffer> {
    const isSecond = request.headers['git-protocol'] === 'version=2'
    const known = await refs()
    if (request.url?.startsWith('/acme/catalog.git/info/refs')) {
      const service = [packet('# service=git-upload-pack\n'), flush]
      if (isSecond)
        return Buffer.concat([...service, ...['version 2\n', 'agent=fake\n', 'ls-refs\n', 'fetch=shallow\n'].map(packet), flush])
      const abilities = '\0side-band-64k shallow ofs-delta allow-reachable-sha1-in-want symref=HEAD:refs/heads/main agent=fake'
      return Buffer.concat([...service, ...known.map(({ name, oid }, at) => packet(`${oid} ${name}${at === 0 ? abilities : ''}\n`)), flush])
    }
    if (isSecond) {
      const [, prefix = ''] = /ref-prefix ([^\n]*?)(?=[0-9a-f]{4}|\n|$)/.exec(body) ?? []
      const listed = known.filter(({ name }) => name.startsWith(prefix))
      return Buffer.concat([
        ...listed.map(({ name, oid, peeled }) => packet(`${oid} ${name}${peeled ? ` peeled:${peeled}` : ''}\n`)),
        flush,
      ])
    }
    if (!body.includes('deepen 1')) throw new Error('The whole history was asked for')
    const pack = await packOf(/want ([0-9a-f]{40})/.exec(body)?.[1] ?? '')
    const bands: Buffer[] = []
    for (let at = 0; at < pack.length; at += 60_000) bands.push(packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 60_000)])))
    return Buffer.concat([flush, packet('NAK\n'), ...bands, flush])
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    requests.push(`${request.method} ${request.url?.split('/').slice(3).join('/').split('?')[0]}`)
    const expected = state.password && `Basic ${Buffer.from(`git:${state.password}`).toString('base64')}`
    if (expected && request.headers.authorization !== expected) return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
    if (!request.url?.startsWith('/acme/catalog.git/') && !state.fault) return void response.writeHead(404).end()
    // What is beside git, such as Git LFS, a fault answers.
    const isGit = /\/(info\/refs|git-upload-pack)(\?|$)/.test(request.url ?? '')
    const bytes = isGit ? await answer(request, String(Buffer.concat(chunks))) : Buffer.alloc(0)
    if (state.fault?.(response, bytes, { method: request.method ?? '', url: request.url ?? '' })) return
    const type = request.method === 'GET' ? 'advertisement' : 'result'
    response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${type}` }).end(bytes)
  }

  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    /** The address of the repository. */
    url: `http://${host}/acme/catalog.git`,
    /** The requests since it was last emptied. */
    requests,
    state,
    commit,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      fs.rmSync(gitdir, { recursive: true, force: true })
    },
  }
}

export type FakeGit = Awaited<ReturnType<typeof startFakeGit>>

const flush = Buffer.from('0000')

function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}
