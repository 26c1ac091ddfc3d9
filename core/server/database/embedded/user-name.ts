import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'

/**
 * initdb ends when its user has no name, as in a container that runs as a random user. nss_wrapper (a small library of Debian and others) gives it
 * one, from a file beside the new data folder. Where the library is missing the loader goes on without it. Only initdb needs this.
 */
export function userNameEnvironment(file: string): NodeJS.ProcessEnv {
  const { getuid, getgid } = process
  if (process.platform !== 'linux' || !getuid || !getgid || hasUserName()) return {}
  const [passwd, group] = [`${file}.passwd`, `${file}.group`]
  writeFileSync(passwd, `portico:x:${getuid()}:${getgid()}::/:/sbin/nologin\n`)
  writeFileSync(group, `portico:x:${getgid()}:\n`)
  return { LD_PRELOAD: 'libnss_wrapper.so', NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group }
}

function hasUserName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}
