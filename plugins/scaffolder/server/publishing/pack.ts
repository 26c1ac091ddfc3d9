import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

type ObjectType = 'commit' | 'tree' | 'blob'

export type FileMode = '100644' | '100755' | '120000'

export interface CommitFields {
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  /** Seconds since 1970. */
  readonly at: number
  /** The commit that it follows; none for the first one. */
  readonly parent?: string | undefined
}

interface Entry {
  readonly mode: FileMode | '40000'
  readonly name: string
  readonly oid: string
}

interface Folder {
  readonly files: Entry[]
  readonly folders: Map<string, Folder>
}

const typeNumbers: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3 }

/** Collects the objects of a commit of git into one pack. */
export function createPack() {
  const packed = new Map<string, Buffer>()
  const root: Folder = { files: [], folders: new Map() }

  function add(type: ObjectType, content: Uint8Array): string {
    const oid = createHash('sha1').update(`${type} ${content.length}\0`).update(content).digest('hex')
    if (!packed.has(oid)) packed.set(oid, Buffer.concat([headOf(type, content.length), deflateSync(content)]))
    return oid
  }

  function addTree({ files, folders }: Folder): string {
    const nested = [...folders].map(([name, folder]): Entry => ({ mode: '40000', name, oid: addTree(folder) }))
    const lines = [...files, ...nested]
      .sort((one, other) => Buffer.compare(sortKey(one), sortKey(other)))
      .flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')])
    return add('tree', Buffer.concat(lines))
  }

  return {
    addFile(path: string, mode: FileMode, content: Uint8Array): void {
      const parts = path.split('/')
      const name = parts.pop() ?? ''
      let folder = root
      for (const part of parts) {
        const next: Folder = folder.folders.get(part) ?? { files: [], folders: new Map() }
        folder.folders.set(part, next)
        folder = next
      }
      folder.files.push({ mode, name, oid: add('blob', content) })
    },
    /** The commit of all files, signed where there is a key. */
    commit(fields: CommitFields, sign?: (text: Buffer) => string): string {
      const tree = addTree(root)
      const plain = commitText(tree, fields)
      return add('commit', sign ? commitText(tree, fields, sign(plain)) : plain)
    },
    toBytes(): Buffer {
      const head = Buffer.alloc(12)
      head.write('PACK')
      head.writeUInt32BE(2, 4)
      head.writeUInt32BE(packed.size, 8)
      const body = Buffer.concat([head, ...packed.values()])
      return Buffer.concat([body, createHash('sha1').update(body).digest()])
    },
  }
}

/** Folders are sorted as if a slash were at the end of their names. */
function sortKey({ mode, name }: Entry): Buffer {
  return Buffer.from(mode === '40000' ? `${name}/` : name)
}

/** Three bits of type and the size in a variable number of bytes, the lowest bits first. */
function headOf(type: ObjectType, size: number): Buffer {
  const bytes = [(typeNumbers[type] << 4) | (size & 15)]
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80
    bytes.push(left & 0x7f)
  }
  return Buffer.from(bytes)
}

function commitText(tree: string, { message, author, at, parent }: CommitFields, signature?: string): Buffer {
  const person = `${plain(author.name) || 'unknown'} <${plain(author.email)}> ${at} +0000`
  const lines = [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${person}`,
    `committer ${person}`,
    ...(signature === undefined ? [] : [`gpgsig ${signature.trimEnd().replaceAll('\n', '\n ')}`]),
  ]
  return Buffer.from(`${lines.join('\n')}\n\n${message.replaceAll('\r\n', '\n').trimEnd()}\n`)
}

/** A name as it may stand in the line of an author. */
function plain(text: string): string {
  return text.replaceAll(/[<>\n\r\0]/g, '').trim()
}
