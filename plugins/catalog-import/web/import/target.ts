import type { LocationRef } from '@portico/catalog/common'

/** Pages of the known hosts that show a file: the repository, the branch and the path. */
const filePages = [
  /^(https:\/\/github\.com\/[^/]+\/[^/]+)\/(?:blob|tree|edit)\/([^/]+)\/(.+)$/,
  /^(https:\/\/gitlab\.com\/.+?)\/-\/(?:blob|tree|edit)\/([^/]+)\/(.+)$/,
  /^(https:\/\/bitbucket\.org\/[^/]+\/[^/]+)\/src\/([^/]+)\/(.+)$/,
]
const repositoryPage = /^(https:\/\/(?:github\.com|gitlab\.com|bitbucket\.org)\/[^/]+\/[^/]+?)(?:\.git)?\/?$/

/** The location that somebody means by an address: pages of files and of repositories are read by git, all else as it is. */
export function toLocation(address: string): LocationRef {
  const text = address.trim()
  const [plain = ''] = text.split(/[?#]/)
  for (const page of filePages) {
    const [, repository, ref, file] = page.exec(plain) ?? []
    if (repository !== undefined) return { type: 'git', target: `${repository}.git#${ref}:${file}` }
  }
  const [, repository] = repositoryPage.exec(text) ?? []
  if (repository !== undefined) return { type: 'git', target: `${repository}.git` }
  return { type: /\.git(?:#|$)/.test(text) ? 'git' : 'url', target: text }
}
