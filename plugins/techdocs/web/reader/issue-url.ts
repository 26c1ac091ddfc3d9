/** Where a problem of a page is reported: a new issue of the repository that its edit link names, on hosts that have issues. */
export function issueUrlOf(editUrl: string | undefined, title: string): string | undefined {
  if (editUrl === undefined || !URL.canParse(editUrl)) return undefined
  const { origin, pathname } = new URL(editUrl)
  const body = `Documentation source:\n${editUrl}`
  const gitlab = /^(\/.+?)\/-\/(?:edit|blob)\//.exec(pathname)?.[1]
  if (gitlab !== undefined)
    return `${origin}${gitlab}/issues/new?${new URLSearchParams({ 'issue[title]': title, 'issue[description]': body })}`
  const github = /^(\/[^/]+\/[^/]+)\/(?:edit|blob)\//.exec(pathname)?.[1]
  return github === undefined ? undefined : `${origin}${github}/issues/new?${new URLSearchParams({ title, body })}`
}
