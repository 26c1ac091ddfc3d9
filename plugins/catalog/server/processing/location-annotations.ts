import { annotations, isScript, type Entity, type LocationRef } from '@portico/catalog/common'
import { formatGitTarget, parseGitTarget, type GitTarget } from '../sources/git-target.ts'

/** Where a link ends that would have run a script in the browser of whoever follows it. */
export const harmlessUrl = 'https://example.invalid/unsafe-address-removed'

/** The annotations that tell where an entity comes from. What its file says itself about viewing and editing stands. */
export function annotateLocation(entity: Entity, location: LocationRef, origin: LocationRef): Entity {
  const given = entity.metadata.annotations
  // Not an object: left for the validation to tell.
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) return entity
  const written: Record<string, string> = {
    ...(location.type === 'url' && urlAnnotations(location.target)),
    ...(location.type === 'git' && gitAnnotations(location.target)),
    ...given,
    [annotations.managedByLocation]: refOf(location),
    [annotations.managedByOriginLocation]: refOf(origin),
  }
  return { ...entity, metadata: { ...entity.metadata, annotations: withoutScripts(written) } }
}

/** Links that a browser would run are replaced. */
export function withoutScripts(written: Readonly<Record<string, string>>): Record<string, string> {
  const safe: Record<string, string> = { ...written }
  for (const name of [annotations.viewUrl, annotations.editUrl]) {
    const url = safe[name]
    if (typeof url === 'string' && isScript(url)) safe[name] = harmlessUrl
  }
  return safe
}

function urlAnnotations(target: string): Record<string, string> {
  const edit = editUrlOf(target)
  return {
    [annotations.viewUrl]: target,
    ...(edit !== undefined && { [annotations.editUrl]: edit }),
    [annotations.sourceLocation]: `url:${folderOf(target)}`,
  }
}

function gitAnnotations(target: string): Record<string, string> {
  const place = URL.canParse(target) ? parseGitTarget(target) : undefined
  if (!place) return {}
  const folder = place.path.slice(0, place.path.lastIndexOf('/') + 1)
  const view = viewUrlOf(place)
  const edit = view === undefined ? undefined : editUrlOf(view)
  return {
    ...(view !== undefined && { [annotations.viewUrl]: view }),
    ...(edit !== undefined && { [annotations.editUrl]: edit }),
    [annotations.sourceLocation]: `git:${formatGitTarget({ ...place, path: folder })}`,
  }
}

/** Where people look at a file of a repository, as far as the host is known to show one. */
function viewUrlOf({ repository, ref, path }: GitTarget): string | undefined {
  const way = viewWays.get(new URL(repository).hostname)
  const plain = (text: string) => text.split('/').map(encodeURIComponent).join('/')
  return way === undefined ? undefined : `${repository.replace(/\.git$/, '')}${way}${plain(ref)}/${plain(path)}`
}

const viewWays = new Map([
  ['github.com', '/blob/'],
  ['gitlab.com', '/-/blob/'],
  ['bitbucket.org', '/src/'],
])

/** Where people edit a file of one of the known hosts; undefined where there is nothing to edit, as in a fixed commit. */
export function editUrlOf(target: string): string | undefined {
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

/** The folder of a file, with a slash at the end. */
function folderOf(target: string): string {
  if (!URL.canParse(target)) return target
  const url = new URL(target)
  // Some hosts name the file in a parameter.
  const file = url.searchParams.get('path')
  if (file === null) return new URL('./', target).href
  url.searchParams.set('path', file.slice(0, file.lastIndexOf('/') + 1))
  return url.href
}

function refOf({ type, target }: LocationRef): string {
  return `${type}:${target}`
}
