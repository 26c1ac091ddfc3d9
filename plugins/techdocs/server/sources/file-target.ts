/** A file or folder below the folder of a source. Azure DevOps has the path in the query of its addresses. */
export function fileTarget(folder: string, file: string): string {
  const url = URL.canParse(folder) ? new URL(folder) : undefined
  if (url?.pathname.includes('/_git/')) {
    url.searchParams.set('path', `${(url.searchParams.get('path') ?? '').replace(/\/$/, '')}/${file}`)
    return url.href
  }
  const isWebAddress = url !== undefined && /^https?:$/.test(url.protocol) && url.hash === ''
  return `${folder.replace(/\/$/, '')}/${isWebAddress ? file.split('/').map(encodeURIComponent).join('/') : file}`
}
