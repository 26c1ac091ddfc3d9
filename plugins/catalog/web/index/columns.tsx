import type { Message } from '@portico/core/web'
import { ChipList, type Column } from '@portico/ui'
import type { CSSProperties, ReactNode } from 'react'
import { catalogMessages } from '../messages.ts'
import { EntityLink } from '../parts/EntityLink.tsx'
import { StarButton } from '../parts/StarButton.tsx'
import type { ColumnId } from './column-choice.ts'
import styles from './columns.module.css'
import type { EntityRow } from './entity-row.ts'
import { isOrdered } from './order.ts'
import { RefLinks } from './RefLinks.tsx'

interface ColumnLook {
  readonly title: Message
  /** The part of the table's width; none: what the others leave. */
  readonly share?: number
  /** How wide the table has to be for the column to be worth its room. */
  readonly least?: number
  /** What is exported, and shown where nothing else is said. */
  readonly value: (row: EntityRow) => unknown
  readonly cell?: (row: EntityRow) => ReactNode
  /** Where the table has room. */
  readonly wideCell?: (row: EntityRow) => ReactNode
  readonly summary?: boolean
}

/** Longer texts are not worth a hint either. */
const longestHint = 600
const wideFrom = 1080

const looks: Readonly<Record<ColumnId, ColumnLook>> = {
  name: {
    title: catalogMessages.name,
    share: 20,
    value: ({ resolved }) => resolved.name,
    cell: ({ entity }) => <EntityLink entity={entity} defaultKind={entity.kind} />,
  },
  system: {
    title: catalogMessages.system,
    share: 11,
    least: 860,
    value: ({ resolved }) => resolved.systems,
    cell: ({ resolved }) => <RefLinks refs={resolved.systems} defaultKind="System" />,
  },
  owner: {
    title: catalogMessages.owner,
    share: 12,
    value: ({ resolved }) => resolved.owners,
    cell: ({ resolved }) => <RefLinks refs={resolved.owners} defaultKind="Group" />,
    summary: true,
  },
  type: { title: catalogMessages.type, share: 9.5, value: ({ entity }) => entity.spec?.['type'], summary: true },
  lifecycle: { title: catalogMessages.lifecycle, share: 10, least: 620, value: ({ entity }) => entity.spec?.['lifecycle'] },
  namespace: { title: catalogMessages.namespace, share: 10, least: 760, value: ({ entity }) => entity.metadata.namespace ?? 'default' },
  targets: {
    title: catalogMessages.targets,
    value: ({ entity }) => targetsOf(entity.spec),
    cell: ({ entity }) => <Words>{targetsOf(entity.spec).join(', ')}</Words>,
    summary: true,
  },
  description: {
    title: catalogMessages.description,
    least: 700,
    value: ({ entity }) => entity.metadata.description,
    cell: ({ entity }) => <Words>{entity.metadata.description}</Words>,
  },
  tags: {
    title: catalogMessages.tags,
    share: 13,
    least: 800,
    value: ({ entity }) => entity.metadata.tags,
    cell: ({ entity }) => <Tags tags={entity.metadata.tags} max={1} />,
    wideCell: ({ entity }) => <Tags tags={entity.metadata.tags} max={2} />,
  },
}

export function titleOf(id: ColumnId): Message {
  return looks[id].title
}

export function valueOf(id: ColumnId, row: EntityRow): unknown {
  return looks[id].value(row)
}

/** The columns as the table takes them, without those that there is no room for. */
export function toColumns(ids: readonly ColumnId[], text: (message: Message) => string, width: number): Column<EntityRow>[] {
  // Before anything was measured nothing is left out.
  const fitting = width === 0 ? ids : ids.filter(id => width >= (looks[id].least ?? 0))
  const last = fitting.some(id => looks[id].share === undefined) ? undefined : fitting.at(-1)
  const columns = fitting.map((id): Column<EntityRow> => {
    const { title, share, value, wideCell, summary = false } = looks[id]
    const cell = (width >= wideFrom ? wideCell : undefined) ?? looks[id].cell
    const size: CSSProperties = share === undefined || id === last ? {} : { width: `${share}%` }
    return {
      title: text(title),
      value,
      ...(cell ? { cell } : { cell: row => <Words>{toText(value(row))}</Words> }),
      unsortable: !isOrdered(id),
      highlight: id === 'name',
      summary,
      headerStyle: size,
    }
  })
  return [...columns, { ...starColumn, title: text(catalogMessages.starred) }]
}

const starColumn: Omit<Column<EntityRow>, 'title'> = {
  titleHidden: true,
  unsortable: true,
  summary: true,
  headerStyle: { width: 48 },
  align: 'end',
  cell: ({ entity }) => <StarButton entity={entity} size={24} />,
}

function Tags({ tags = [], max }: { tags: readonly string[] | undefined; max: number }) {
  return tags.length > 0 ? <ChipList items={tags} max={max} /> : undefined
}

function Words({ children }: { children: string | undefined }) {
  return (
    <span className={styles.words} dir="auto" title={children?.slice(0, longestHint)}>
      {children?.slice(0, longestHint)}
    </span>
  )
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function targetsOf(spec: Readonly<Record<string, unknown>> | undefined): string[] {
  const { target, targets } = spec ?? {}
  return [target, ...(Array.isArray(targets) ? targets : [])].filter(value => typeof value === 'string')
}
