import path from 'node:path'

/** A file system in memory with the functions that isomorphic-git needs. Folders exist while they contain something. */
export function createMemoryFiles(onWrite: (file: string, bytes: Buffer) => void) {
  const files = new Map<string, Buffer>()
  const children = new Map<string, Set<string>>()
  const childrenOf = (folder: string) => [...(children.get(path.posix.normalize(folder).replace(/(?<=.)\/$/, '')) ?? [])]

  function link(file: string): void {
    const { dir, base } = path.posix.parse(file)
    if (base === '' || children.get(dir)?.has(base)) return
    children.set(dir, (children.get(dir) ?? new Set()).add(base))
    link(dir)
  }

  function unlink(file: string): void {
    const { dir, base } = path.posix.parse(file)
    const names = children.get(dir)
    names?.delete(base)
    if (names?.size !== 0) return
    children.delete(dir)
    unlink(dir)
  }

  async function stat(file: string) {
    const bytes = files.get(path.posix.normalize(file))
    if (!bytes && childrenOf(file).length === 0) throw missing(file)
    const times = { ctimeMs: 0, mtimeMs: 0, ctime: new Date(0), mtime: new Date(0) }
    const numbers = { dev: 0, ino: 0, mode: bytes ? 0o100644 : 0o40755, uid: 0, gid: 0, size: bytes?.length ?? 0 }
    return { ...times, ...numbers, isFile: () => bytes !== undefined, isDirectory: () => !bytes, isSymbolicLink: () => false }
  }

  const promises = {
    async readFile(file: string, options?: { encoding?: BufferEncoding } | BufferEncoding): Promise<Buffer | string> {
      const bytes = files.get(path.posix.normalize(file))
      if (!bytes) throw missing(file)
      const encoding = typeof options === 'string' ? options : options?.encoding
      return encoding ? bytes.toString(encoding) : bytes
    },
    async writeFile(file: string, data: Uint8Array | string): Promise<void> {
      const bytes = typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.byteLength)
      onWrite(file, bytes)
      files.set(path.posix.normalize(file), bytes)
      link(path.posix.normalize(file))
    },
    async unlink(file: string): Promise<void> {
      if (!files.delete(path.posix.normalize(file))) throw missing(file)
      unlink(path.posix.normalize(file))
    },
    async readdir(folder: string): Promise<string[]> {
      const names = childrenOf(folder)
      if (names.length === 0) throw missing(folder)
      return names
    },
    mkdir: async () => {},
    rmdir: async () => {},
    stat,
    lstat: stat,
    readlink: async (file: string) => Promise.reject(missing(file)),
    symlink: async (_target: string, file: string) => Promise.reject(missing(file)),
  }
  return { promises }
}

function missing(file: string): Error {
  return Object.assign(new Error(`${file} does not exist`), { code: 'ENOENT' })
}
