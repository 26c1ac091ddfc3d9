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

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : ''
}
