import type { SiteConfig } from './config/site-config.ts'
import { encodePath } from './links.ts'

const guesses: Readonly<Record<string, string>> = {
  'github.com': 'edit/master/docs/',
  'gitlab.com': 'edit/master/docs/',
  'bitbucket.org': 'src/default/docs/',
}

/** Where a page is edited: by the source's own host if it tells, otherwise by the config. */
export function editUrlOf(config: SiteConfig, file: string, source: string, editBase: string | undefined): string | undefined {
  if (config.editUri === '') return undefined
  const isTold = config.editUri !== undefined || config.editUriTemplate !== undefined
  if (editBase !== undefined && !(isTold && config.repoUrl !== undefined)) return `${editBase}${encodePath(source)}`
  const { repoUrl } = config
  if (repoUrl === undefined || !/^https?:\/\//i.test(repoUrl)) return undefined
  const repository = `${repoUrl.replace(/\/+$/, '')}/`
  if (config.editUriTemplate !== undefined) {
    const path = encodePath(file)
    return new URL(config.editUriTemplate.replaceAll('{path}', path).replaceAll('{path_noext}', path.replace(/\.\w+$/, '')), repository)
      .href
  }
  const uri = config.editUri ?? guesses[hostOf(repoUrl)]
  if (uri === undefined) return undefined
  if (/^[?#]/.test(uri)) return `${repoUrl}${uri}${encodePath(file)}`
  const folder = `${uri.replace(/\/+$/, '')}/`
  return /^https?:\/\//i.test(uri) ? `${folder}${encodePath(file)}` : `${repository}${folder.replace(/^\/+/, '')}${encodePath(file)}`
}

/** Where a file of the source that is no page is shown by its host; undefined where the host is not known. `source` begins at the root. */
export function viewUrlOf(config: SiteConfig, source: string, editBase: string | undefined): string | undefined {
  const page = editUrlOf({ ...config, editUriTemplate: undefined }, '', '', editBase)
  if (page === undefined || page.includes('?')) return undefined
  // Addresses for editing and for reading differ in one word on the hosts that have both.
  const base = page.replace(/\/edit\//, '/blob/')
  if (base === page && !/\/(?:src|blob|tree)\//.test(page)) return undefined
  const isFromRoot = editBase !== undefined && page === editBase
  const up = isFromRoot || config.docsDir === '' ? '' : '../'.repeat(config.docsDir.split('/').length)
  return new URL(`${up}${encodePath(source)}`, base).href
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
