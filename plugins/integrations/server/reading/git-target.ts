import { inputError } from '@portico/core/common'
import { toWebAddress } from '@portico/core/server/outbound'
import path from 'node:path'
import { sourceRefused } from './reading-errors.ts'

/** A file, or a pattern of files, in a repository. */
export interface GitTarget {
  /** The address of the repository, as one would clone it. */
  readonly repository: string
  /** A branch, a tag, a whole ref or a commit; `HEAD` is the default branch. */
  readonly ref: string
  /** From the root of the repository, without a leading slash. */
  readonly path: string
}

const defaultPath = 'catalog-info.yaml'

/** `https://host/owner/repo.git#ref:path`; without a ref the default branch, without a path `catalog-info.yaml` unless another is given. */
export function parseGitTarget(text: string, pathless = defaultPath): GitTarget {
  const url = toWebAddress(text)
  const fragment = decode(url.hash.slice(1), text)
  const colon = fragment.indexOf(':')
  const ref = (colon === -1 ? fragment : fragment.slice(0, colon)) || 'HEAD'
  const file = colon === -1 ? '' : fragment.slice(colon + 1)
  url.hash = ''
  return {
    repository: url.href.replace(/\/+$/, ''),
    ref: checkRef(ref, ` in '${text}'`),
    path: insideRepository('', file === '' ? pathless : file, text),
  }
}

/** The canonical form of a target. */
export function formatGitTarget({ repository, ref, path: file }: GitTarget): string {
  // Characters that would end the fragment or look like an escape are encoded.
  const plain = (part: string) => part.replaceAll('%', '%25').replaceAll('#', '%23').replaceAll(' ', '%20')
  return `${repository}#${ref === 'HEAD' ? '' : plain(ref)}:${plain(file)}`
}

/** What a file of a repository means when it names another: a whole target, or a path beside it (`x`, `../x`) or from the root (`/x`). */
export function resolveGitTarget(target: string, base: string): GitTarget {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return parseGitTarget(target)
  const from = parseGitTarget(base)
  return { ...from, path: insideRepository(path.posix.dirname(from.path), target, target) }
}

function insideRepository(folder: string, file: string, text: string): string {
  const whole = file.startsWith('/') ? path.posix.normalize(file.slice(1) || '.') : path.posix.join(folder, file)
  if (whole === '..' || whole.startsWith('../') || whole.startsWith('/')) throw sourceRefused(`'${text}' leads out of its repository`)
  return whole
}

/** The ref. Throws an error for what cannot be the name of one. */
export function checkRef(ref: string, where = ''): string {
  if (isRef(ref)) return ref
  throw inputError(`'${ref}'${where} is not the name of a branch, tag or commit`, { code: 'integrations.invalid-git-target' })
}

/** What git itself allows in a ref name, as far as it could be mistaken for something else. */
function isRef(ref: string): boolean {
  return ref.length <= 250 && !/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|^[/.-]|[/.]$|\.lock$/.test(ref)
}

function decode(fragment: string, text: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    throw inputError(`'${text}' has a % that is not an escape`, { code: 'integrations.invalid-git-target' })
  }
}
