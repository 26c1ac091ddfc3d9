import { parseEntityRef, type Entity } from '@portico/catalog/common'
import { Link, useRouteRef } from '@portico/core/web'
import type { ReactNode } from 'react'
import { useEntityPresentation } from '../presentation/use-presentation.ts'
import { entityRoute } from '../routes.ts'
import { EntityHoverCard } from './EntityHoverCard.tsx'
import styles from './EntityLink.module.css'
import { KindIcon } from './KindIcon.tsx'
import { useDelayedHover } from './use-delayed-hover.ts'

/** How long a link is hovered before the details show. */
const hoverDelayMs = 1500

export interface EntityLinkProps {
  readonly entity: Entity | string
  /** The default kind, which is not shown. */
  readonly defaultKind?: string | undefined
  readonly defaultNamespace?: string | undefined
  readonly hideIcon?: boolean
  /** Another text than the entity's name. */
  readonly children?: ReactNode
  /** A tab of the entity's page, such as `docs`. */
  readonly tab?: string
}

/** A link to an entity, by its name, with its details on hover. */
export function EntityLink({ entity, defaultKind, defaultNamespace, hideIcon = false, children, tab }: EntityLinkProps) {
  const toEntity = useRouteRef(entityRoute)
  const presentation = useEntityPresentation(entity, { defaultKind, defaultNamespace })
  const { target, handlers } = useDelayedHover(hoverDelayMs)
  const { entityRef, kind, primaryTitle } = presentation
  const params = tryParams(entityRef)
  const words = (
    <>
      {!hideIcon && <KindIcon kind={kind} />}
      <span className={styles.name} dir="auto">
        {children ?? primaryTitle}
      </span>
    </>
  )
  if (!params) return <span className={styles.link}>{words}</span>
  return (
    <>
      <Link to={`${toEntity(params)}${tab ? `/${tab}` : ''}`} className={styles.link} {...handlers}>
        {words}
      </Link>
      {target && <EntityHoverCard presentation={presentation} target={target} />}
    </>
  )
}

function tryParams(ref: string) {
  try {
    return { ...parseEntityRef(ref) }
  } catch {
    return undefined
  }
}
