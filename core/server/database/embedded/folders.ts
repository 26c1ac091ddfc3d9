import { createHash } from 'node:crypto'
import { accessSync, chmodSync, chownSync, constants, existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../operations/log.ts'
import { canReach, type Account } from './account.ts'
import { makeSystemFolder, systemFolder } from './binaries.ts'

/** The folder to keep the database in: the data folder, or one in the system's folder when the account has no access to it. */
export function prepareHome(dataDir: string, account: Account | undefined, log: Logger): string {
  makeWritable(dataDir)
  const folder = realpathSync(dataDir)
  if (canReach(account, folder)) return folder
  makeSystemFolder()
  const home = join(systemFolder, `data-${shortHash(folder)}`)
  log.info({ dataDir: folder, folder: home }, `the database user cannot enter ${folder}; the database is kept in ${home}`)
  makeWritable(home)
  return home
}

function makeWritable(folder: string): void {
  try {
    if (!existsSync(folder)) {
      mkdirSync(folder, { recursive: true })
      // A strict umask would deny access to the system user that the database runs as.
      chmodSync(folder, 0o755)
    }
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!lstatSync(realpathSync(folder)).isDirectory()) throw new Error('it is not a folder')
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new Error(`The disk of the data folder ${folder} is full. Free some space and start again.`, { cause })
    throw new Error(
      `The data folder ${folder} cannot be written (${code ?? message}). Make it writable for this user, or choose another data folder.`,
      { cause },
    )
  }
}

/**
 * A private folder for the socket, with a short name: the whole path of a socket may have about 100 bytes.
 * Access to it is access to the database, so one that belongs to another user is refused. `/tmp` before the TMPDIR of the caller,
 * so that all processes on one data folder find the same. A service has a `/tmp` of its own, and a folder below `/run` that others see.
 */
export function prepareSocketFolder(home: string, account: Account | undefined): string {
  const places = [process.env['RUNTIME_DIRECTORY'], '/tmp'].filter(place => place !== undefined)
  const folder = join(places.find(place => isUsable(place, account)) ?? tmpdir(), `portico-${shortHash(home)}`)
  const owner = account?.uid ?? process.getuid?.()
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (account) chownSync(folder, account.uid, account.gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const stats = lstatSync(folder)
  // Created by root just before a kill: we still own it and may change its owner.
  if (account && stats.isDirectory() && stats.uid === 0) chownSync(folder, account.uid, account.gid)
  else if (!stats.isDirectory() || stats.uid !== owner) {
    throw new Error(`${folder}, where the database's socket should be, belongs to another user. Remove it and start again.`)
  }
  chmodSync(folder, 0o700)
  return folder
}

function isUsable(folder: string, account: Account | undefined): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return canReach(account, folder)
  } catch {
    return false
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
