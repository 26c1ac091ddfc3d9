import { configAt, escapeHtml } from '@portico/core/common'

type FrontendConfig = readonly { readonly data: object }[]

const pictures = ['logo', 'logoDark', 'icon']

/** The origins of the organisation's logos, which the page may show without being told in `backend.csp`. */
export function brandingOrigins(config: FrontendConfig): string[] {
  const origins = pictures.flatMap(name => {
    const address = textAt(config, name)
    if (address === undefined || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return []
    return [new URL(address).origin]
  })
  return [...new Set(origins)]
}

/** A page whose icon in the browser's tab is the organisation's, where it has one. */
export function withBrandIcon(html: string, config: FrontendConfig): string {
  const icon = textAt(config, 'icon')
  if (icon === undefined) return html
  return html.replace(/<link rel="icon"[^>]*>/, () => `<link rel="icon" href="${escapeHtml(icon)}" />`)
}

function textAt(config: FrontendConfig, name: string): string | undefined {
  const values = config.map(({ data }) => configAt(data, ['app', 'branding', name]))
  return values.findLast((value): value is string => typeof value === 'string' && value !== '')
}
