import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { pack, type Pack } from 'tar-stream'
import type { ArchivedFile } from './archive.ts'

/** What of an archive people may have: not what holds a secret, was never looked at for one, or belongs to git. */
export function isShown({ path, holdsSecret }: ArchivedFile): boolean {
  return holdsSecret === false && !isOfGit(path)
}

export const isOfGit = (path: string) => path.split('/').includes('.git')

/** The files that an archive holds. Reads no more of it than that. */
export async function listArchive(archive: Buffer): Promise<ArchivedFile[]> {
  const reader = openArchive(archive)
  try {
    return await reader.head()
  } finally {
    reader.close()
  }
}

/** An archive as people unpack it: a compressed tar file with everything in one folder. It is made while it is read. */
export function toTarball(archive: Buffer, folder: string): Readable {
  const files = pack()
  fill(files, archive, folder).catch((error: unknown) => files.destroy(error as Error))
  return pipeline(Readable.from(files), createGzip(), () => {})
}

async function fill(target: Pack, archive: Buffer, folder: string): Promise<void> {
  const reader = openArchive(archive)
  try {
    for (const file of await reader.head()) {
      const content = await reader.take(file.size)
      if (isShown(file)) await add(target, { ...file, path: `${folder}/${file.path}` }, content)
    }
    target.finalize()
  } finally {
    reader.close()
  }
}

/** Done when who reads the tar file has taken the entry, or rejects when they have gone. */
function add(target: Pack, { path: name, link, isExecutable }: ArchivedFile, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    if (link === undefined) target.entry({ name, size: content.length, mode: isExecutable ? 0o755 : 0o644 }, done).end(content)
    else target.entry({ name, type: 'symlink', linkname: link }, done)
  })
}

/** Reads an archive bit by bit. */
function openArchive(archive: Buffer) {
  const source = Readable.from([archive]).pipe(createGunzip())
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)

  async function take(length: number): Promise<Buffer> {
    const parts = [rest]
    let count = rest.length
    while (count < length) {
      const { value, done } = await chunks.next()
      if (done) throw new Error('An archive of files ends too early')
      parts.push(value)
      count += value.length
    }
    const all = parts.length === 1 ? rest : Buffer.concat(parts)
    rest = all.subarray(length)
    return all.subarray(0, length)
  }

  return {
    take,
    async head(): Promise<ArchivedFile[]> {
      const length = (await take(4)).readUInt32BE(0)
      return JSON.parse((await take(length)).toString('utf8')) as ArchivedFile[]
    },
    close: () => void source.destroy(),
  }
}
