import { inputError } from '@portico/core/common'

/** The project of an entity at CircleCI. */
export interface ProjectSlug {
  readonly vcs: 'github' | 'bitbucket'
  readonly owner: string
  readonly repo: string
}

/** Splits `vcs/owner/repo`; throws an error for anything else. */
export function parseProjectSlug(slug: string): ProjectSlug {
  if (slug.trim() === '') throw inputError('No credentials provided', { code: 'builds.no-slug' })
  const [vcs, owner, repo, ...more] = slug.split('/')
  if (vcs === undefined || !isSegment(owner) || !isSegment(repo) || more.length > 0)
    throw inputError(`'${slug.slice(0, 200)}' is not a project slug: expected vcs/owner/repo, such as github/acme/web`, {
      code: 'builds.invalid-slug',
    })
  return { vcs: ['gh', 'github'].includes(vcs.toLowerCase()) ? 'github' : 'bitbucket', owner, repo }
}

/** Splits `owner/repo`, or a longer path of groups; undefined for what could lead elsewhere. */
export function parsePath(path: string, min = 2, max = 2): readonly string[] | undefined {
  const segments = path.split('/')
  return segments.length >= min && segments.length <= max && segments.every(isSegment) ? segments : undefined
}

function isSegment(text: string | undefined): text is string {
  return text !== undefined && /^[^\\%?#\u0000-\u0020\u007f][^\\%?#\u0000-\u001f\u007f]{0,199}$/.test(text) && !['.', '..'].includes(text)
}
