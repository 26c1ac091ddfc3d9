import {
  appSection,
  configAt,
  createConfigReader,
  isConfigObject,
  organizationSection,
  type ConfigObject,
  type ConfigPart,
  type ConfigReader,
  type ExtensionConfig,
  type FrontendSection,
  type SectionValue,
} from '@portico/core/common'
import { defineApiRef } from './apis/api-ref.ts'

/** The config that reaches the browser: by key as it is, and by section with its type. */
export interface BrowserConfig extends ConfigReader {
  /** A section that is declared in a `common` layer. The server has checked it and filled in its defaults. */
  section<S extends FrontendSection>(section: S): SectionValue<S>
  /** The settings of an extension, of what its entry in `app.extensions` holds. */
  settings(declared: ExtensionConfig | undefined, written: ConfigObject): ConfigObject
}

/** The config of the portal, as far as the browser may know it. */
export const configApiRef = defineApiRef<BrowserConfig>({ id: 'core.config', description: 'The config that reaches the browser' })

/** The config of a page. */
export function createBrowserConfig(parts: readonly ConfigPart[]): BrowserConfig {
  const reader = createConfigReader(parts)
  const sections = new Map<FrontendSection, unknown>()
  return {
    ...reader,
    section<S extends FrontendSection>(section: S) {
      if (!sections.has(section)) sections.set(section, checked(section, section.path, configAt(reader.get(), section.path.split('.'))))
      return sections.get(section) as SectionValue<S>
    },
    settings: (declared, written) => (declared ? (checked(declared, declared.id, written) as ConfigObject) : written),
  }
}

/** A built page trusts its server, and carries no schemas. Elsewhere, as in tests, there may be no server, and schemas give the defaults. */
function checked({ schema }: Partial<Pick<FrontendSection, 'schema'>>, key: string, value: unknown): unknown {
  if (!schema) return value
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`Invalid config for key '${[key, ...(issue?.path ?? [])].join('.')}': ${issue?.message}`)
}

/** Reads the config that the server put into the page. */
export function readPageConfig(page: Document): BrowserConfig {
  const scripts = [...page.querySelectorAll('script[type="backstage.io/config"]')]
  if (scripts.length === 0) throw new Error('The page carries no configuration')
  return createBrowserConfig(scripts.flatMap(script => toParts(script.textContent ?? '')))
}

function toParts(json: string): ConfigPart[] {
  const parts: unknown = JSON.parse(json)
  if (!Array.isArray(parts)) throw new Error('The configuration is not a list of parts')
  return parts.map((part, index) => {
    if (!isConfigObject(part) || !isConfigObject(part['data'])) throw new Error(`Part ${index + 1} of the configuration has no data`)
    return { data: part['data'], context: typeof part['context'] === 'string' ? part['context'] : 'page' }
  })
}

/** What the shell itself reads from the config. */
export interface AppMetadata {
  readonly title: string
  readonly organization: string
  /** The path of `app.baseUrl`, without a trailing slash: '' or '/portal'. */
  readonly basePath: string
  /** The organisation's colour, where it has one. */
  readonly accent: string | undefined
  /** A few words below the title that tell this portal apart from others. */
  readonly mark: string | undefined
  /** Addresses of the organisation's logos. */
  readonly logo: { readonly light: string | undefined; readonly dark: string | undefined; readonly icon: string | undefined }
}

export function readAppMetadata(config: Pick<BrowserConfig, 'section'>): AppMetadata {
  const { title, baseUrl, branding } = config.section(appSection)
  return {
    title,
    organization: config.section(organizationSection).name,
    basePath: new URL(baseUrl).pathname.replace(/\/+$/, ''),
    accent: branding.accent,
    mark: branding.mark,
    logo: { light: branding.logo, dark: branding.logoDark ?? branding.logo, icon: branding.icon },
  }
}
