import { formatGitTarget, parseGitTarget, type GitTarget } from './git-target.ts'
import type { SourceLinks } from './source-reader.ts'

/** The links to view and edit a plain address. */
export function linksOfUrl(target: string): SourceLinks {
  return { view: target, edit: editUrlOf(target), folder: folderOf(target) }
}

/** The same for a file of a repository, for hosts that are known to show files. */
export function linksOfGit(target: string): SourceLinks {
  if (!URL.canParse(target)) return {}
  const place = parseGitTarget(target)
  const folder = place.path.slice(0, place.path.lastIndexOf('/') + 1)
  const view = viewUrlOf(place)
  return { view, edit: view && editUrlOf(view), folder: formatGitTarget({ ...place, path: folder }) }
}

function viewUrlOf({ repository, ref, path }: GitTarget): string | undefined {
  const way = viewPaths[new URL(repository).hostname]
  const plain = (text: string) => text.split('/').map(encodeURIComponent).join('/')
  return way === undefined ? undefined : `${repository.replace(/\.git$/, '')}${way}${plain(ref)}/${plain(path)}`
}

const viewPaths: Readonly<Record<string, string>> = { 'github.com': '/blob/', 'gitlab.com': '/-/blob/', 'bitbucket.org': '/src/' }

/** The link to edit a file of a known host; undefined where it cannot be edited, as in a fixed commit. */
function editUrlOf(target: string): string | undefined {
  if (/[0-9a-f]{40}/i.test(target) || !URL.canParse(target)) return undefined
  const url = new URL(target)
  if (/^\/.*\/-\/(blob|tree)\//.test(url.pathname)) return target.replace(/\/-\/(blob|tree)\//, '/-/edit/')
  if (url.hostname === 'bitbucket.org') {
    const [, , , kind, ref] = url.pathname.split('/')
    if (kind !== 'src' || !ref) return undefined
    url.searchParams.set('mode', 'edit')
    url.searchParams.set('at', decodeURIComponent(ref))
    return url.href
  }
  if (/(^|\.)dev\.azure\.com$|\.visualstudio\.com$/.test(url.hostname)) return target
  return /^\/[^/]+\/[^/]+\/(blob|tree)\//.test(url.pathname) ? target.replace(/\/(blob|tree)\//, '/edit/') : undefined
}

/** The folder of a file, with a trailing slash. */
function folderOf(target: string): string {
  if (!URL.canParse(target)) return target
  const url = new URL(target)
  // Some hosts name the file in a parameter.
  const file = url.searchParams.get('path')
  if (file === null) return new URL('./', target).href
  url.searchParams.set('path', file.slice(0, file.lastIndexOf('/') + 1))
  return url.href
}
