/** A new issue about a page, on a host that has issues. */
export interface NewIssue {
  readonly host: 'GitHub' | 'GitLab'
  readonly url: string
}

interface IssueOptions {
  /** The address at which the page is read. */
  readonly pageUrl?: string
  /** What somebody has selected on the page. */
  readonly quote?: string
}

// Hosts refuse addresses of more than about 8,000 characters, and a character may take nine of them.
const maxQuote = 600
const maxTitle = 70

/** Where a problem of a page is reported: a new issue of the repository that its edit link names, on hosts that have issues. */
export function newIssueOf(editUrl: string | undefined, title: string, { pageUrl, quote }: IssueOptions = {}): NewIssue | undefined {
  if (editUrl === undefined || !URL.canParse(editUrl)) return undefined
  const { origin, pathname, protocol } = new URL(editUrl)
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const body = [
    ...(quote === undefined ? [] : [quoted(shortened(quote, maxQuote))]),
    ...(pageUrl === undefined ? [] : [`Page:\n${pageUrl}`]),
    `Documentation source:\n${editUrl}`,
  ].join('\n\n')
  const gitlab = /^(\/.+?)\/-\/(?:edit|blob)\//.exec(pathname)?.[1]
  if (gitlab !== undefined) {
    const query = new URLSearchParams({ 'issue[title]': title, 'issue[description]': body })
    return { host: 'GitLab', url: `${origin}${gitlab}/issues/new?${query}` }
  }
  const github = /^(\/[^/]+\/[^/]+)\/(?:edit|blob)\//.exec(pathname)?.[1]
  return github === undefined ? undefined : { host: 'GitHub', url: `${origin}${github}/issues/new?${new URLSearchParams({ title, body })}` }
}

/** A selection as the end of a title: one line, of a length that a list of issues shows. */
export function toTitle(selected: string): string {
  return shortened(selected.replace(/\s+/g, ' ').trim(), maxTitle)
}

function shortened(text: string, max: number): string {
  const characters = [...text]
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text
}

/**
 * Every line is a quotation of plain text: what was selected must neither call somebody, nor refer to another issue, nor become a heading,
 * a link or HTML of the issue.
 */
function quoted(text: string): string {
  return text
    .trim()
    .split(/\r\n|\r|\n/)
    .map(line => `> ${line.replace(/[\\`*_[\]<>#|~]/g, '\\$&').replace(/@(?=\w)/g, '@\u2060')}`.trimEnd())
    .join('\n')
}
