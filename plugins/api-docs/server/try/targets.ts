import type { TryRequest, TryTarget } from '@portico/api-docs/common'
import { leavesItsFolder } from '@portico/proxy/server'
import { methodRefused, targetRefused, urlMalformed } from './errors.ts'
import type { TrySettings } from './try-config.ts'

/** The targets of the config. */
export function createTargets({ targets }: Pick<TrySettings, 'targets'>) {
  const known = targets.map(({ url, methods, apis }) => ({
    base: new URL(url),
    methods,
    apis: apis && new Set(apis.map(toFullRef)),
  }))
  const ofApi = (ref: string) => known.filter(({ apis }) => !apis || apis.has(ref))

  return {
    listFor: (ref: string): TryTarget[] => ofApi(ref).map(({ base, methods }) => ({ url: base.href, methods })),
    /** The address of a request, if it is below a target of the API that allows its method. */
    check(ref: string, { method, url: text }: Pick<TryRequest, 'method' | 'url'>): URL {
      const url = toPlainUrl(text)
      const fitting = ofApi(ref).filter(({ base }) => isBelow(url, base))
      if (fitting.length === 0) throw targetRefused(url.host)
      if (!fitting.some(({ methods }) => methods.includes(method)))
        throw methodRefused(method, [...new Set(fitting.flatMap(each => each.methods))])
      return url
    },
  }
}

export type Targets = ReturnType<typeof createTargets>

/** `booking-api` and `api:booking-api` mean `api:default/booking-api`. */
function toFullRef(ref: string): string {
  const [, kind = 'api', namespace = 'default', name = ''] = /^(?:([^:/]+):)?(?:([^:/]+)\/)?([^:/]+)$/.exec(ref) ?? []
  return `${kind}:${namespace}/${name}`.toLowerCase()
}

/** The text is looked at, not only what the parser makes of it: servers behind may read it in another way. */
function toPlainUrl(text: string): URL {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]+)([^#]*)/i.exec(text) ?? []
  const hasOddSigns = [...text].some(sign => sign <= ' ' || sign === '\\' || sign === '\u007F')
  if (authority === undefined || authority.includes('@') || hasOddSigns || !URL.canParse(text)) throw urlMalformed()
  const path = rest.split('?', 1)[0]!
  if (path !== '' && leavesItsFolder(path)) throw urlMalformed()
  const url = new URL(text)
  url.hash = ''
  return url
}

function isBelow(url: URL, base: URL): boolean {
  const folder = base.pathname.replace(/\/$/, '')
  return url.origin === base.origin && (url.pathname === folder || url.pathname.startsWith(`${folder}/`))
}
