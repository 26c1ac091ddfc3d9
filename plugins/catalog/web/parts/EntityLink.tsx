import { parseEntityRef, type Entity } from '@portico/catalog/common'
import { Link, useRouteRef } from '@portico/core/web'
import { Tooltip } from '@portico/ui'
import type { ReactNode } from 'react'
import { useEntityPresentation } from '../presentation/use-presentation.ts'
import { entityRoute } from '../routes.ts'
import styles from './EntityLink.module.css'
import { KindIcon } from './KindIcon.tsx'

const tooltipDelayMs = 1500

export interface EntityLinkProps {
  readonly entity: Entity | string
  /** A kind that goes without saying, and therefore is not shown. */
  readonly defaultKind?: string | undefined
  readonly defaultNamespace?: string | undefined
  readonly hideIcon?: boolean
  /** Other words than the entity's name. */
  readonly children?: ReactNode
  /** A tab of the entity's page, such as `docs`. */
  readonly tab?: string
}

/** A link to an entity, by its name, with what else is known of it on hover. */
export function EntityLink({ entity, defaultKind, defaultNamespace, hideIcon = false, children, tab }: EntityLinkProps) {
  const toEntity = useRouteRef(entityRoute)
  const { entityRef, kind, primaryTitle, secondaryTitle } = useEntityPresentation(entity, { defaultKind, defaultNamespace })
  const params = tryParams(entityRef)
  const words = (
    <>
      {!hideIcon && <KindIcon kind={kind} />}
      <span className={styles.name}>{children ?? primaryTitle}</span>
    </>
  )
  if (!params) return <span className={styles.link}>{words}</span>
  return (
    <Tooltip label={secondaryTitle ?? entityRef} openDelay={tooltipDelayMs} withinPortal multiline maw={420}>
      <Link to={`${toEntity(params)}${tab ? `/${tab}` : ''}`} className={styles.link}>
        {words}
      </Link>
    </Tooltip>
  )
}

function tryParams(ref: string) {
  try {
    return { ...parseEntityRef(ref) }
  } catch {
    return undefined
  }
}
