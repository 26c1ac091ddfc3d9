import type { DocsNotice } from '@portico/techdocs/common'
import { normalise } from '../mkdocs/config/inner-path.ts'

/** A symbolic link that is not followed. */
export interface LeftOutLink {
  readonly path: string
  readonly target: string
}

export interface LinkedFiles {
  /** From the path of a file that a link gives to the path of the real file. */
  readonly copies: ReadonlyMap<string, string>
  readonly leftOut: readonly LeftOutLink[]
}

/** A link may lead to a link, but not for ever. */
const maxHops = 20

/**
 * What the symbolic links of a source mean: a link to a file or a folder of the same source gives its files. One that leads out of the source,
 * to nothing, to itself or to a folder that it is in is left out.
 */
export function followLinks(files: readonly string[], links: ReadonlyMap<string, string>, maxFiles: number): LinkedFiles {
  const known = new Set(files)
  const copies = new Map<string, string>()
  const leftOut: LeftOutLink[] = []
  for (const [path, target] of links) {
    const found = follow(path, links)
    const below = found === undefined || isAround(found, path) ? [] : filesAt(found, known)
    if (below.length === 0) leftOut.push({ path, target })
    for (const file of below) copies.set(`${path}${file.slice(found!.length)}`, file)
    if (known.size + copies.size > maxFiles)
      throw new Error(`With what its symbolic links give, the source has more than ${maxFiles} files`)
  }
  return { copies, leftOut }
}

/** Where a path leads when all links in it are followed; undefined for out of the source. */
function follow(path: string, links: ReadonlyMap<string, string>): string | undefined {
  let current: string | undefined = path
  for (let hops = 0; hops < maxHops && current !== undefined; hops++) {
    const parts: string[] = current.split('/')
    const at = parts.findIndex((_, index) => links.has(parts.slice(0, index + 1).join('/')))
    if (at === -1) return current
    const target = links.get(parts.slice(0, at + 1).join('/'))!
    current = target.startsWith('/') ? undefined : normalise([...parts.slice(0, at), target, ...parts.slice(at + 1)].join('/'))
  }
  return undefined
}

function isAround(folder: string, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

function filesAt(path: string, files: ReadonlySet<string>): string[] {
  return files.has(path) ? [path] : [...files].filter(file => file.startsWith(`${path}/`))
}

/** For the report of the site. */
export function toLinkNotice({ path, target }: LeftOutLink): DocsNotice {
  return {
    level: 'warning',
    code: 'symlink-left-out',
    message: `'${path}' is a symbolic link to '${target}', which is no file of this source`,
    file: path,
    fix: 'Put the file into the source, or link to one that is there.',
  }
}
