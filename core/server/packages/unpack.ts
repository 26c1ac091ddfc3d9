import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, type Header } from 'tar-stream'
import { packageLimits } from './package-files.ts'
import { PackageProblem, problemText } from './package-problem.ts'

type Entry = Readable & { readonly header: Header }

/** The sha512 of an archive as hex. */
export function digestOfArchive(archive: Buffer): string {
  return createHash('sha512').update(archive).digest('hex')
}

/**
 * Unpacks an archive as npm packs one into a folder that is there. Only files, below the one folder at the top: links, devices, names that lead
 * elsewhere or that two systems read differently are refused, and so is what is too much. Nothing of it runs.
 */
export async function unpackArchive(archive: Buffer, folder: string): Promise<void> {
  const unpacked = extract()
  let failure: unknown
  const flow = pipeline(Readable.from([archive]), createGunzip(), limited, unpacked).catch((error: unknown) => (failure = error))
  const names = new Set<string>()
  let entries = 0
  try {
    for await (const entry of unpacked as unknown as AsyncIterable<Entry>) {
      entries += 1
      if (entries > packageLimits.entries) throw new PackageProblem(`The archive has more than ${packageLimits.entries} entries`)
      const { type, name, size = 0 } = entry.header
      if (type === 'directory') {
        entry.resume()
        continue
      }
      if (type !== 'file') throw new PackageProblem(`The archive has '${name}', which is a ${type}: a plugin has only files`)
      if (size > packageLimits.fileBytes)
        throw new PackageProblem(`The archive has '${name}' of more than ${packageLimits.fileBytes / 2 ** 20} MB`)
      const file = toFile(name)
      // Some systems take them for one file.
      const folded = file.normalize('NFC').toLowerCase()
      if (names.has(folded)) throw new PackageProblem(`The archive has '${name}' twice`)
      names.add(folded)
      const target = path.join(folder, file)
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, await collect(entry), { flag: 'wx', mode: 0o444 })
    }
    await flow
    if (failure !== undefined) throw failure
    if (names.size === 0) throw new Error('it is empty')
  } catch (error) {
    const cause = failure ?? error
    if (cause instanceof PackageProblem) throw cause
    throw new PackageProblem(`The archive cannot be read, or was cut short: ${problemText(cause)}`)
  } finally {
    unpacked.destroy()
  }
}

/** `package/dist/server.mjs` without the folder at the top. */
function toFile(name: string): string {
  const segments = name.split('/')
  const isClear = segments.length > 1 && segments.every(each => each !== '' && each !== '.' && each !== '..')
  if (!isClear || /[\0-\x1f\\:]/.test(name) || name.length > 500 || segments.length > packageLimits.depth)
    throw new PackageProblem(`The archive has the file '${name.slice(0, 100)}', which leads out of it, or has no proper name`)
  return segments.slice(1).join('/')
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > packageLimits.bytes) throw new PackageProblem(`The archive unpacks to more than ${packageLimits.bytes / 2 ** 20} MB`)
    yield chunk
  }
}

async function collect(entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of entry as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}
