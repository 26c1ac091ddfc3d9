import type { ComponentType } from 'react'

/** An icon as the portal draws it: 24 by 24 by default, in the colour of the text around it. */
export type Icon = ComponentType<{ readonly size?: number | string }>

/** Icons by name: `kind:component`, `chat`, `docs`. */
export type NamedIcons = Readonly<Record<string, Icon>>
