import { configAt, type ConfigReader } from '@portico/core/common'

export interface SupportItem {
  readonly title: string
  /** The name of an icon. */
  readonly icon: string | undefined
  readonly links: readonly { readonly url: string; readonly title: string | undefined }[]
}

export interface Support {
  readonly url: string | undefined
  readonly items: readonly SupportItem[]
}

/** Where it is written how to set `app.support`, whose keys are those of the reference. */
export const supportSetupUrl = 'https://backstage.io/docs/conf/'

/** The `app.support` section; undefined where there is none. Items that are none are left out. */
export function readSupport(config: ConfigReader): Support | undefined {
  const section = config.getOptionalObject('app.support')
  if (!section) return undefined
  const items = configAt(section, ['items'])
  return { url: text(configAt(section, ['url'])), items: Array.isArray(items) ? items.flatMap(toItem) : [] }
}

function toItem(value: unknown): SupportItem[] {
  const title = text(configAt(value, ['title']))
  if (title === undefined) return []
  const links = configAt(value, ['links'])
  return [{ title, icon: text(configAt(value, ['icon'])), links: Array.isArray(links) ? links.flatMap(toLink) : [] }]
}

function toLink(value: unknown): SupportItem['links'][number][] {
  const url = text(configAt(value, ['url']))
  return url === undefined ? [] : [{ url, title: text(configAt(value, ['title'])) }]
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
