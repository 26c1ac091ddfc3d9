import { originOf } from '../hosts/host-address.ts'
import { notOffering, pushLogin, type Writer, type WriterDependencies } from './writer.ts'

/** Any other host with git over HTTP: it has no API, so that it only takes pushes. The name of a repository is its path. */
export function createGitWriter(dependencies: WriterDependencies): Writer {
  return {
    ...notOffering(dependencies.settings.host),
    async pushAccess({ host, repo }, options) {
      const cloneUrl = `${originOf(host)}/${repo}`
      return { cloneUrl, ...(await pushLogin(dependencies, cloneUrl, options)) }
    },
  }
}
