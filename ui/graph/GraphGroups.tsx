import { memo } from 'react'
import { Link } from '../Link.tsx'
import styles from './Graph.module.css'
import type { GraphGroup, GraphLayout } from './graph-shape.ts'

/** The boxes and lanes behind the nodes, each with its title. */
export const GraphGroups = memo(function GraphGroups(props: {
  layout: GraphLayout
  groups: readonly GraphGroup[]
  /** They are too small to be pressed: their titles are only words. */
  isSmall: boolean
}) {
  const { layout, groups, isSmall } = props
  const byId = new Map(groups.map(group => [group.id, group]))
  return layout.groups.map(({ id, x, y, width, height, depth }) => {
    const group = byId.get(id)
    if (!group) return undefined
    return (
      <div
        key={id}
        className={styles.group}
        data-group={group.label}
        data-look={group.look}
        data-depth={depth}
        style={{
          left: x - width / 2,
          top: y - height / 2,
          width,
          height,
          ...{ '--group-hue': `var(--kind-${group.kind}, var(--grey-8))` },
        }}
      >
        <span className={styles.groupTitle}>
          {group.to === undefined || isSmall ? (
            <span className={styles.groupName}>{group.label}</span>
          ) : (
            <Link to={group.to} plain className={styles.groupName}>
              {group.label}
            </Link>
          )}
          {group.hint !== undefined && <span className={styles.hint}>{group.hint}</span>}
        </span>
      </div>
    )
  })
})
