/** The element of the page that lists the plugins from outside. Present only where there are any. */
export const outsidePluginsType = 'portico/plugins'

/** A plugin from outside, as the page knows it. */
export interface OutsideWebPlugin {
  readonly id: string
  readonly version: string
  /** The address of its module. */
  readonly module: string
  readonly styles: readonly { readonly url: string; readonly integrity: string }[]
}

/** The channel that says that plugins were added, changed or removed. */
export const pluginsChannel = 'core:plugins'
