import { defineSlot } from '@portico/core/web'
import type { DocsPage } from '@portico/techdocs/common'
import type { ComponentType } from 'react'

/** What an add-on of the reader knows. */
export interface DocsAddonContext {
  readonly entityRef: string
  readonly page: DocsPage
  /** The element with the page's content, as it is shown now. */
  readonly article: HTMLElement
}

/** Something that other plugins add to the reader. */
export interface DocsAddon {
  readonly View: ComponentType<DocsAddonContext>
}

/** Add-ons of the reader, below the content of a page. They find what they are about in their properties. */
export const docsAddons = defineSlot<DocsAddon, DocsAddonContext>({ id: 'docs-addon', plugin: 'techdocs' })
