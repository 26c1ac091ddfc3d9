import { tryParseEntityRef, type Entity } from '@portico/catalog/common'
import { Link, useRouteRef } from '@portico/core/web'
import { useEffect, useRef, useState, type FocusEvent, type PointerEvent, type ReactNode } from 'react'
import { useEntityPresentation } from '../presentation/use-presentation.ts'
import { entityRoute } from '../routes.ts'
import { EntityHoverCard } from './EntityHoverCard.tsx'
import styles from './EntityLink.module.css'
import { KindIcon } from './KindIcon.tsx'

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
  const params = tryParseEntityRef(entityRef)
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
      <Link to={`${toEntity({ ...params })}${tab ? `/${tab}` : ''}`} className={styles.link} {...handlers}>
        {words}
      </Link>
      {target && <EntityHoverCard presentation={presentation} target={target} />}
    </>
  )
}

/**
 * The element that has been hovered or focused for a delay. Nothing is rendered until then: a table has a hundred links, of which
 * perhaps one is hovered.
 */
function useDelayedHover(delayMs: number) {
  const [target, setTarget] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function enter({ currentTarget }: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTarget(currentTarget), delayMs)
  }
  function leave() {
    clearTimeout(timer.current)
    setTarget(undefined)
  }
  return { target, handlers: { onPointerEnter: enter, onFocus: enter, onPointerLeave: leave, onBlur: leave, onPointerDown: leave } }
}
