import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { toFlag, toText, type Options } from '../config/config-values.ts'
import type { SiteConfig } from '../config/site-config.ts'

const hosts = {
  github: { url: 'https://github.com', name: 'GitHub', issue: 'issues', change: 'pull', commit: 'commit' },
  gitlab: { url: 'https://gitlab.com', name: 'GitLab', issue: '-/issues', change: '-/merge_requests', commit: '-/commit' },
  bitbucket: { url: 'https://bitbucket.org', name: 'Bitbucket', issue: 'issues', change: 'pull-requests', commit: 'commits' },
} as const

interface Repository {
  readonly provider: keyof typeof hosts
  readonly user: string | undefined
  readonly repo: string | undefined
}

/** `owner/repo#1`, `repo#1`, `#1`, `!1`, `owner/repo@commit`, a whole commit, `@owner/repo`, `@owner`. */
const reference =
  /(?<![\w@/#!.-])(?:(?<at>@[a-zA-Z\d][a-zA-Z\d-]{0,38}(?:\/[\w.-]{1,100})?)|(?<place>(?:[a-zA-Z\d][\w-]{0,38}\/)?[a-zA-Z][\w.-]{0,99})?(?:(?<sign>[#!])(?<number>\d{1,9})|@(?<commit>[\da-f]{40}))|(?<alone>[\da-f]{40}))(?![\w/-])/g

/** Short forms of `pymdownx.magiclink` for issues, changes, commits, repositories and people, where the site turns them on. */
export function addShorthand(md: MarkdownIt, config: SiteConfig): void {
  const options = config.extensions.get('pymdownx.magiclink')
  if (toFlag(options?.['repo_url_shorthand']) !== true) return
  const repository = repositoryOf(options ?? {}, config.repoUrl)
  md.core.ruler.push('shorthand', state => {
    for (const token of state.tokens) if (token.children) replaceIn(state, token, repository)
  })
}

/** As the extension says, otherwise as the address of the repository says. */
function repositoryOf(options: Options, repoUrl: string | undefined): Repository {
  const [, host = '', owner, name] =
    /^https?:\/\/(?:www\.)?(github|gitlab|bitbucket)\.\w+\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(repoUrl ?? '') ?? []
  const provider = (toText(options['provider']) ?? host.toLowerCase()) as keyof typeof hosts
  return {
    provider: Object.hasOwn(hosts, provider) ? provider : 'github',
    user: toText(options['user']) ?? owner,
    repo: toText(options['repo']) ?? name,
  }
}

function replaceIn(state: StateCore, token: Token, repository: Repository): void {
  let linkDepth = 0
  token.children = token.children!.flatMap(child => {
    if (child.type === 'link_open') linkDepth += 1
    if (child.type === 'link_close') linkDepth -= 1
    return child.type === 'text' && linkDepth === 0 && /[@#!]|[\da-f]{40}/.test(child.content) ? split(state, child, repository) : [child]
  })
}

function split(state: StateCore, token: Token, repository: Repository): Token[] {
  const { content } = token
  const made: Token[] = []
  let from = 0
  const addText = (text: string) => text !== '' && made.push(Object.assign(new state.Token('text', '', 0), { content: text }))
  for (const found of content.matchAll(reference)) {
    const link = toLink(found.groups ?? {}, repository)
    if (!link) continue
    addText(content.slice(from, found.index))
    const open = new state.Token('link_open', 'a', 1)
    open.attrs = [
      ['href', link.href],
      ['class', `magiclink magiclink-${repository.provider} magiclink-${link.kind}`],
      ['title', link.title],
    ]
    made.push(open)
    addText(link.text)
    made.push(new state.Token('link_close', 'a', -1))
    from = found.index + found[0].length
  }
  if (from === 0) return [token]
  addText(content.slice(from))
  return made
}

function toLink(groups: Readonly<Record<string, string | undefined>>, { provider, user, repo }: Repository) {
  const host = hosts[provider]
  const { at, place, sign, number, commit, alone } = groups
  if (at !== undefined) {
    const kind = at.includes('/') ? 'repository' : 'mention'
    return { href: `${host.url}/${at.slice(1)}`, kind, title: `${host.name}: ${at.slice(1)}`, text: at.includes('/') ? at.slice(1) : at }
  }
  const [owner, name] = place === undefined ? [user, repo] : place.includes('/') ? place.split('/') : [user, place]
  if (owner === undefined || name === undefined) return undefined
  const base = `${host.url}/${owner}/${name}`
  const prefix = place ?? ''
  const hash = commit ?? alone
  if (hash !== undefined) {
    const short = hash.slice(0, 7)
    return {
      href: `${base}/${host.commit}/${hash}`,
      kind: 'commit',
      title: `${host.name} commit: ${owner}/${name}@${short}`,
      text: prefix === '' ? short : `${prefix}@${short}`,
    }
  }
  const isIssue = sign === '#'
  const title = `${host.name} ${isIssue ? 'issue' : 'change request'}: ${owner}/${name} ${sign}${number}`
  return {
    href: `${base}/${isIssue ? host.issue : host.change}/${number}`,
    kind: isIssue ? 'issue' : 'pull',
    title,
    text: `${prefix}${sign}${number}`,
  }
}
