import type { DefinitionOutline } from '@portico/api-docs/common'
import type { Entity } from '@portico/catalog/common'
import { defineSlot } from '@portico/core/web'
import type { ComponentType } from 'react'

/** What a viewer of definitions knows. */
export interface DefinitionViewerContext {
  readonly entity: Entity
  readonly outline: DefinitionOutline
}

/** Shows definitions instead of the portal's own viewer: by type, with `isFor`. */
export interface DefinitionViewer {
  readonly View: ComponentType<DefinitionViewerContext>
}

const facts = { type: ({ outline }: DefinitionViewerContext) => outline.type }

/** Viewers of definitions. The first one that is for a definition is used. */
export const definitionViewers = defineSlot<DefinitionViewer, DefinitionViewerContext>({
  id: 'definition-viewer',
  plugin: 'api-docs',
  facts,
})
