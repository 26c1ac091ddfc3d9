import { collect } from '../child.mjs'
import { Failure } from '../failure.mjs'

export async function git(...args) {
  const { code, output } = await collect('git', args)
  if (code !== 0) throw new Failure(`git ${args[0]} failed: ${output.trim().split('\n')[0]}`)
  return output.trim()
}

/** A release says which commit it was made from. That is true only where everything is committed. */
export async function requireCleanTree() {
  const changed = await git('status', '--porcelain')
  if (changed !== '') throw new Failure(`not everything is committed, so no commit is what would be released:\n${changed}`)
}

/** The commit that has the tag of a version, if there is one. */
export async function commitOfVersion(version) {
  const { code, output } = await collect('git', ['rev-parse', '--quiet', '--verify', `refs/tags/v${version}^{commit}`])
  return code === 0 ? output.trim() : undefined
}

/** Where the sources can be fetched, without a name or password in the address; undefined for a folder of this machine. */
export async function sourceAddress() {
  const { code, output } = await collect('git', ['config', '--get', 'remote.origin.url'])
  const remote = code === 0 ? output.trim().replace(/^([\w.-]+)@([\w.-]+):/, 'ssh://$1@$2/') : ''
  if (!URL.canParse(remote) || !/^(https?|ssh|git):$/.test(new URL(remote).protocol)) return undefined
  const address = new URL(remote)
  address.username = ''
  address.password = ''
  return address.href
}
