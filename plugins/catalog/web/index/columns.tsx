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
  /** Narrower than this it says nothing. */
  readonly leastPx: number
  /** What is exported, and shown where nothing else is said. */
  readonly value: (row: EntityRow) => unknown
  readonly cell?: (row: EntityRow) => ReactNode
  /** Where the table has room. */
  readonly wideCell?: (row: EntityRow) => ReactNode
  readonly summary?: boolean
}

/** Longer texts are not worth a hint either. */
const longestHint = 600
/** From this width on cells show more. */
export const wideFrom = 1080
/** With so few the name has more room. */
const fewColumns = 4

const looks: Readonly<Record<ColumnId, ColumnLook>> = {
  name: {
    title: catalogMessages.name,
    leastPx: 170,
    share: 20,
    value: ({ resolved }) => resolved.name,
    cell: ({ entity }) => <EntityLink entity={entity} defaultKind={entity.kind} />,
  },
  system: {
    title: catalogMessages.system,
    leastPx: 90,
    share: 11,
    value: ({ resolved }) => resolved.systems,
    cell: ({ resolved }) => <RefLinks refs={resolved.systems} defaultKind="System" />,
  },
  owner: {
    title: catalogMessages.owner,
    leastPx: 105,
    share: 12,
    value: ({ resolved }) => resolved.owners,
    cell: ({ resolved }) => <RefLinks refs={resolved.owners} defaultKind="Group" />,
    summary: true,
  },
  type: { title: catalogMessages.type, leastPx: 85, share: 9.5, value: ({ entity }) => entity.spec?.['type'], summary: true },
  lifecycle: { title: catalogMessages.lifecycle, leastPx: 92, share: 10, value: ({ entity }) => entity.spec?.['lifecycle'] },
  namespace: { title: catalogMessages.namespace, leastPx: 90, share: 10, value: ({ entity }) => entity.metadata.namespace ?? 'default' },
  targets: {
    title: catalogMessages.targets,
    leastPx: 160,
    value: ({ entity }) => targetsOf(entity.spec),
    cell: ({ entity }) => <Words>{targetsOf(entity.spec).join(', ')}</Words>,
    summary: true,
  },
  description: {
    title: catalogMessages.description,
    leastPx: 110,
    value: ({ entity }) => entity.metadata.description,
    cell: ({ entity }) => <Words>{entity.metadata.description}</Words>,
  },
  tags: {
    title: catalogMessages.tags,
    leastPx: 110,
    share: 13,
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

/** Of what there is no room for, these go first. Those that a phone shows too always stay. */
const dropped: readonly ColumnId[] = ['system', 'namespace', 'tags', 'description', 'lifecycle']
/** The marks at the start of a row and the star at its end. */
const edgesPx = 88

/** The columns that a table of a width has room for. Before anything was measured nothing is left out. */
export function fittingColumns(ids: readonly ColumnId[], width: number): ColumnId[] {
  const fitting = [...ids]
  const needed = () => fitting.reduce((sum, id) => sum + looks[id].leastPx, edgesPx)
  for (const id of dropped) {
    if (width === 0 || needed() <= width) break
    if (fitting.includes(id)) fitting.splice(fitting.indexOf(id), 1)
  }
  return fitting
}

/** The columns as the table takes them. */
export function toColumns(fitting: readonly ColumnId[], text: (message: Message) => string, isWide: boolean): Column<EntityRow>[] {
  // The last one takes what the others leave, unless there is one without a size of its own.
  const last = fitting.some(id => looks[id].share === undefined) ? undefined : fitting.at(-1)
  const columns = fitting.map((id): Column<EntityRow> => {
    const { title, share, value, wideCell, summary = false } = looks[id]
    const cell = (isWide ? wideCell : undefined) ?? looks[id].cell
    const wider = id === 'name' && fitting.length <= fewColumns ? 12 : 0
    const size: CSSProperties = share === undefined || id === last ? {} : { width: `${share + wider}%` }
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
