import { createConfigReader, isConfigObject, type ConfigPart, type ConfigReader } from '@portico/core/common'
import { defineApiRef } from './apis/api-ref.ts'

/** The config of the portal, as far as the browser may know it. */
export const configApiRef = defineApiRef<ConfigReader>({ id: 'core.config', description: 'The config that reaches the browser' })

/** Reads the config that the server put into the page. */
export function readPageConfig(page: Document): ConfigReader {
  const scripts = [...page.querySelectorAll('script[type="backstage.io/config"]')]
  if (scripts.length === 0) throw new Error('The page carries no configuration')
  return createConfigReader(scripts.flatMap(script => toParts(script.textContent ?? '')))
}

function toParts(json: string): ConfigPart[] {
  const parts: unknown = JSON.parse(json)
  if (!Array.isArray(parts)) throw new Error('The configuration is not a list of parts')
  return parts.map((part, index) => {
    if (!isConfigObject(part) || !isConfigObject(part['data'])) throw new Error(`Part ${index + 1} of the configuration has no data`)
    return { data: part['data'], context: typeof part['context'] === 'string' ? part['context'] : 'page' }
  })
}

/** What the shell itself takes from the config. */
export interface AppFacts {
  readonly title: string
  readonly organization: string
  /** The path of `app.baseUrl`, without a trailing slash: '' or '/portal'. */
  readonly basePath: string
  /** The organisation's colour, where it has one. */
  readonly accent: string | undefined
  /** Addresses of the organisation's logos. */
  readonly logo: { readonly light: string | undefined; readonly dark: string | undefined; readonly icon: string | undefined }
}

export function readAppFacts(config: ConfigReader, pageUrl: string): AppFacts {
  const baseUrl = new URL(config.getOptionalString('app.baseUrl') ?? '/', pageUrl)
  return {
    title: config.getOptionalString('app.title') ?? 'Portico',
    organization: config.getOptionalString('organization.name') ?? 'Company',
    basePath: baseUrl.pathname.replace(/\/+$/, ''),
    accent: config.getOptionalString('app.branding.accent'),
    logo: {
      light: config.getOptionalString('app.branding.logo'),
      dark: config.getOptionalString('app.branding.logoDark') ?? config.getOptionalString('app.branding.logo'),
      icon: config.getOptionalString('app.branding.icon'),
    },
  }
}
