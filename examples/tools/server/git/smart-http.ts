import * as git from 'isomorphic-git'
import { hash } from 'node:crypto'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ToolAnswer, ToolRequest } from '../tool.ts'
import { listTree } from './objects.ts'
import type { Store } from './store.ts'

const none = '0'.repeat(40)
const flush = Buffer.from('0000')
const maxBytes = 200 * 2 ** 20

/** Git over HTTP, in the first version of its protocol: whole clones, fetches and pushes. @param service below the repository */
export async function answerGit(store: Store, request: ToolRequest, service: string): Promise<ToolAnswer | undefined> {
  if (service === 'info/refs') return advertise(store, request.url.searchParams.get('service') ?? '')
  const isZipped = request.headers['content-encoding'] === 'gzip'
  const body = isZipped ? gunzipSync(request.body, { maxOutputLength: maxBytes }) : request.body
  if (service === 'git-upload-pack') return result(service, await upload(store, body))
  return service === 'git-receive-pack' ? result(service, await receive(store, body)) : undefined
}

const result = (service: string, body: Buffer): ToolAnswer => ({
  body,
  headers: { 'content-type': `application/x-${service}-result`, 'cache-control': 'no-cache' },
})

async function advertise(store: Store, service: string): Promise<ToolAnswer | undefined> {
  if (service !== 'git-upload-pack' && service !== 'git-receive-pack') return undefined
  const branches = await git.listBranches(store)
  const refs = await Promise.all(
    branches.map(async name => ({ name: `refs/heads/${name}`, oid: await git.resolveRef({ ...store, ref: `refs/heads/${name}` }) })),
  )
  const head = refs.find(({ name }) => name === 'refs/heads/main')
  const isUpload = service === 'git-upload-pack'
  const listed = isUpload && head ? [{ ...head, name: 'HEAD' }, ...refs] : refs
  const abilities = isUpload
    ? 'side-band-64k ofs-delta symref=HEAD:refs/heads/main'
    : 'report-status side-band-64k delete-refs no-thin ofs-delta'
  const lines = (listed.length > 0 ? listed : [{ oid: none, name: 'capabilities^{}' }]).map(({ oid, name }, at) =>
    packet(`${oid} ${name}${at === 0 ? `\0${abilities} agent=larkpost` : ''}\n`),
  )
  const body = Buffer.concat([packet(`# service=${service}\n`), flush, ...lines, flush])
  return { body, headers: { 'content-type': `application/x-${service}-advertisement`, 'cache-control': 'no-cache' } }
}

async function upload(store: Store, body: Buffer): Promise<Buffer> {
  const { lines } = readPackets(body, true)
  const named = (word: string) =>
    lines.flatMap(line => (line.startsWith(`${word} `) ? [line.slice(word.length + 1, word.length + 41)] : []))
  const known = new Set<string>()
  let common: string | undefined
  for (const oid of named('have')) {
    if (!(await has(store, oid))) continue
    common = oid
    await listTree(store, oid, known)
  }
  const answer = packet(common === undefined ? 'NAK\n' : `ACK ${common}\n`)
  if (!lines.includes('done')) return answer
  const wanted = new Set<string>()
  for (const oid of named('want')) await listTree(store, oid, wanted)
  const oids = [...wanted].filter(oid => !known.has(oid))
  const pack = Buffer.from((await git.packObjects({ ...store, oids })).packfile ?? [])
  return Buffer.concat([answer, ...inBand(pack), flush])
}

async function has(store: Store, oid: string): Promise<boolean> {
  try {
    await git.readCommit({ ...store, oid })
    return true
  } catch {
    return false
  }
}

async function receive(store: Store, body: Buffer): Promise<Buffer> {
  const { lines, rest } = readPackets(body, false)
  const report: string[] = []
  if (rest.length > 0) {
    const filepath = path.join('objects', 'pack', `pack-${hash('sha1', rest)}.pack`)
    await store.fs.promises.mkdir(path.join(store.gitdir, 'objects', 'pack'), { recursive: true })
    await store.fs.promises.writeFile(path.join(store.gitdir, filepath), rest)
    await git.indexPack({ ...store, dir: store.gitdir, filepath })
  }
  report.push('unpack ok\n')
  for (const line of lines) {
    const [, oid = '', ref = ''] = /^[0-9a-f]{40} ([0-9a-f]{40}) (refs\/(?:heads|tags)\/[\w./-]+)/.exec(line) ?? []
    if (ref === '' || ref.includes('..')) report.push(`ng ${line.slice(82, 200).split('\0')[0]} this name is not accepted here\n`)
    else {
      if (oid === none) await git.deleteRef({ ...store, ref })
      else await git.writeRef({ ...store, ref, value: oid, force: true })
      report.push(`ok ${ref}\n`)
    }
  }
  return Buffer.concat([...inBand(Buffer.concat([...report.map(packet), flush])), flush])
}

/** Lines up to the end, or up to the first flush with what comes after it. */
function readPackets(body: Buffer, isWhole: boolean): { readonly lines: string[]; readonly rest: Buffer } {
  const lines: string[] = []
  let at = 0
  while (at + 4 <= body.length) {
    const length = Number.parseInt(body.toString('latin1', at, at + 4), 16)
    if (length === 0) {
      at += 4
      if (!isWhole) break
    } else {
      if (!(length >= 4)) break
      lines.push(body.toString('utf8', at + 4, at + length).trimEnd())
      at += length
    }
  }
  return { lines, rest: body.subarray(at) }
}

function inBand(bytes: Buffer): Buffer[] {
  const bands: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 60_000) bands.push(packet(Buffer.concat([Buffer.from([1]), bytes.subarray(at, at + 60_000)])))
  return bands
}

function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}
