import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { inTurns, type Workspace, type WorkspaceFile } from './workspace.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** A file as the head of an archive names it. */
export interface ArchivedFile {
  readonly path: string
  readonly size: number
  readonly isExecutable: boolean
  readonly link?: string | undefined
  /** Absent in archives from before this was looked at. */
  readonly holdsSecret?: boolean | undefined
}

/** What shows whether a workspace has changed: paths, sizes, times and links. */
export function fingerprint(files: readonly WorkspaceFile[]): string {
  const hash = createHash('sha256')
  for (const { path, size, mtimeMs, isExecutable, link } of files)
    hash.update(`${path}\0${size}\0${mtimeMs}\0${isExecutable}\0${link ?? ''}\n`)
  return hash.digest('base64')
}

/** All files of a workspace as one text of bytes; undefined when they are too large together. */
export async function packWorkspace(
  workspace: Workspace,
  files: readonly WorkspaceFile[],
  { maxBytes, isSecret }: { readonly maxBytes: number; readonly isSecret: (text: string) => boolean },
): Promise<Buffer | undefined> {
  if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes) return undefined
  const contents = await inTurns(files, async file => (file.link === undefined ? workspace.read(file.path) : Buffer.alloc(0)))
  const head: ArchivedFile[] = []
  for (const [at, { path, isExecutable, link }] of files.entries()) {
    const content = contents[at] ?? Buffer.alloc(0)
    const holdsSecret = isSecret(path) || (await hasSecret(content, isSecret))
    head.push({ path, isExecutable, size: content.length, holdsSecret, ...(link !== undefined && { link }) })
  }
  const header = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return compress(Buffer.concat([length, header, ...contents]), { level: 1 })
}

const sliceLength = 1_000_000
/** More than a secret has characters, in any of its forms. */
const overlap = 200_000

/** Slice by slice: a large file must not hold up requests. */
async function hasSecret(content: Buffer, isSecret: (text: string) => boolean): Promise<boolean> {
  const text = content.toString('utf8')
  for (let from = 0; from < text.length; from += sliceLength) {
    if (isSecret(text.slice(from, from + sliceLength + overlap))) return true
    if (text.length > sliceLength) await setImmediate()
  }
  return false
}

/** Writes the files of an archive into an empty workspace. */
export async function unpackWorkspace(workspace: Workspace, archive: Buffer, maxBytes: number): Promise<void> {
  const bytes = await decompress(archive, { maxOutputLength: maxBytes + 50_000_000 })
  const headerLength = bytes.readUInt32BE(0)
  const files = JSON.parse(bytes.subarray(4, 4 + headerLength).toString('utf8')) as ArchivedFile[]
  let from = 4 + headerLength
  for (const { path, size, isExecutable, link } of files) {
    if (link === undefined) await workspace.write(path, bytes.subarray(from, from + size), { isExecutable })
    else await workspace.link(path, link)
    from += size
  }
  workspace.beginStep()
}
