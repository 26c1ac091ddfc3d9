import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { inTurns, type Workspace, type WorkspaceFile } from './workspace.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

interface ArchivedFile {
  readonly path: string
  readonly size: number
  readonly isExecutable: boolean
  readonly link?: string | undefined
}

/** What shows whether a workspace has changed: paths, sizes, times and links. */
export function fingerprint(files: readonly WorkspaceFile[]): string {
  const hash = createHash('sha256')
  for (const { path, size, mtimeMs, isExecutable, link } of files)
    hash.update(`${path}\0${size}\0${mtimeMs}\0${isExecutable}\0${link ?? ''}\n`)
  return hash.digest('base64')
}

/** All files of a workspace as one text of bytes; undefined when they are too large together. */
export async function packWorkspace(workspace: Workspace, files: readonly WorkspaceFile[], maxBytes: number): Promise<Buffer | undefined> {
  if (files.reduce((sum, { size }) => sum + size, 0) > maxBytes) return undefined
  const contents = await inTurns(files, async file => (file.link === undefined ? workspace.read(file.path) : Buffer.alloc(0)))
  const head: ArchivedFile[] = files.map(({ path, isExecutable, link }, at) => ({
    path,
    isExecutable,
    size: contents[at]?.length ?? 0,
    ...(link !== undefined && { link }),
  }))
  const header = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return compress(Buffer.concat([length, header, ...contents]), { level: 1 })
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
