import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The system user that PostgreSQL runs as. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const userName = 'portico'

/** PostgreSQL refuses to run as root, so root gets a system user of its own; any other user runs it under their own account (undefined). */
export function findAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  return lookUp(userName) ?? createUser() ?? lookUp('nobody') ?? { uid: 65534, gid: 65534 }
}

/** A user of the system by name; the one that is Portico's own is made where it is missing. */
export function findUser(name: string): Account | undefined {
  return lookUp(name) ?? (name === userName ? createUser() : undefined)
}

function createUser(): Account | undefined {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin', userName]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', userName]],
  ]
  for (const [command, args] of ways) {
    try {
      execFileSync(command, args, { stdio: 'ignore', timeout: 10_000 })
    } catch {
      // Not installed, not allowed, or another process made it at the same moment; the lookup shows which.
    }
    const account = lookUp(userName)
    if (account) return account
  }
  return undefined
}

function lookUp(name: string): Account | undefined {
  const line = readPasswd().find(entry => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function readPasswd(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Whether the account can get through every folder on the way to a path, and into it; for the current user the attempt itself will show it. */
export function canReach(account: Account | undefined, path: string): boolean {
  if (!account) return true
  const { uid, gid, mode } = statSync(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  if (((mode >> shift) & 1) === 0) return false
  return path === dirname(path) || canReach(account, dirname(path))
}
