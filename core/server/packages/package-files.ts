import { createHash } from 'node:crypto'
import { lstat, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { PackageProblem } from './package-problem.ts'

/** How much one plugin may hold, packed or not. */
export const packageLimits = { entries: 2000, bytes: 50 * 2 ** 20, fileBytes: 20 * 2 ** 20, depth: 12 } as const

// Of a folder that somebody works in. An archive has none of them.
const notOfPackage = new Set(['.git', 'node_modules', '.portico', '.DS_Store'])

/** The files of a package's folder, by their paths, sorted. Links and what is too large are refused. */
export async function listPackageFiles(folder: string): Promise<string[]> {
  const files: string[] = []
  let bytes = 0
  async function visit(below: string, depth: number): Promise<void> {
    if (depth > packageLimits.depth) throw new PackageProblem(`It has folders that are more than ${packageLimits.depth} deep: ${below}`)
    for (const entry of await readdir(path.join(folder, below), { withFileTypes: true })) {
      if (notOfPackage.has(entry.name)) continue
      const name = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) await visit(name, depth + 1)
      else if (!entry.isFile()) throw new PackageProblem(`It has '${name}', which is a link or a device: a plugin has only files`)
      else {
        files.push(name)
        bytes += (await lstat(path.join(folder, name))).size
      }
      if (files.length > packageLimits.entries) throw new PackageProblem(`It has more than ${packageLimits.entries} files`)
      if (bytes > packageLimits.bytes) throw new PackageProblem(`It has more than ${packageLimits.bytes / 2 ** 20} MB`)
    }
  }
  await visit('', 0)
  return files.sort()
}

/** The sha512 of all files of a folder with their names, as hex: the digest of a plugin that has no archive. */
export async function digestOfFolder(folder: string, files: readonly string[]): Promise<string> {
  const hash = createHash('sha512')
  for (const file of files) {
    const content = await readFile(path.join(folder, file))
    hash.update(`${Buffer.byteLength(file)} ${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** `sha512-…` as npm writes it, of a digest as hex. */
export function toIntegrity(hex: string): string {
  return `sha512-${Buffer.from(hex, 'hex').toString('base64')}`
}

/** A digest as hex, of `sha512-…` as npm writes it. */
export function fromIntegrity(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
}
