import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { textOf } from '../workspace/file-text.ts'

/** A file of a tree that can be compared: by its digest, and by its text where that is kept. */
export interface KnownFile {
  readonly digest: string
  /** Undefined where the source does not tell. */
  readonly isExecutable?: boolean | undefined
  /** Absent for what is binary or too large: such files are compared and not merged. */
  readonly text?: string | undefined
  /** It held a secret when it was published: nothing of it is kept, and upgrades leave it alone. */
  readonly isSecret?: boolean | undefined
}

/** A file with its content. */
export interface WholeFile extends KnownFile {
  readonly bytes: Uint8Array
}

export type KnownTree = ReadonlyMap<string, KnownFile>
export type WholeTree = ReadonlyMap<string, WholeFile>

const maxTextBytes = 2 ** 20
const maxTreeBytes = 20 * 2 ** 20
const maxUnpackedBytes = 64 * 2 ** 20

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** A file as it is compared and merged. */
export function toWholeFile(bytes: Uint8Array, isExecutable?: boolean): WholeFile {
  const text = bytes.length > maxTextBytes ? undefined : textOf(bytes)
  return {
    bytes,
    digest: hash('sha256', bytes),
    ...(isExecutable !== undefined && { isExecutable }),
    ...(text !== undefined && { text }),
  }
}

/** Collects a tree to be kept: texts up to a limit of all together, of the rest the digests. */
export function createTreeKeeper(isSecret: (text: string) => boolean) {
  const kept = new Map<string, KnownFile>()
  let left = maxTreeBytes
  return {
    tree: kept as KnownTree,
    add(path: string, { bytes, ...file }: WholeFile): void {
      if (file.text !== undefined && isSecret(file.text)) return void kept.set(path, { digest: '', isSecret: true })
      const { text, ...rest } = file
      const fits = text !== undefined && bytes.length <= left
      if (fits) left -= bytes.length
      kept.set(path, fits ? file : rest)
    },
  }
}

/** A tree as compressed bytes. */
export async function packTree(tree: KnownTree): Promise<Buffer> {
  return compress(JSON.stringify([...tree]))
}

export async function unpackTree(packed: Buffer): Promise<KnownTree> {
  const bytes = await decompress(packed, { maxOutputLength: maxUnpackedBytes })
  return new Map(JSON.parse(bytes.toString('utf8')) as [string, KnownFile][])
}
