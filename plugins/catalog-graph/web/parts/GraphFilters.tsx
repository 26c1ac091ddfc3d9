import { catalogApi, relationTypes } from '@portico/catalog/common'
import { query, useClient, useQuery, useText } from '@portico/core/web'
import {
  Autocomplete,
  Button,
  fromList,
  MultiSelect,
  SegmentedControl,
  Switch,
  useNumber,
  type GraphDirection,
  type Option,
} from '@portico/ui'
import IconArrowNarrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowNarrowDown.mjs'
import IconArrowNarrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowNarrowLeft.mjs'
import IconArrowNarrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowNarrowRight.mjs'
import IconArrowNarrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowNarrowUp.mjs'
import { useMemo, type ReactNode } from 'react'
import { createEntityOptions, toOption } from '../graph/entity-options.ts'
import type { DrawingWords } from '../graph/graph-drawing.ts'
import { groupings, initialView, type Curve, type ViewState } from '../graph/view-state.ts'
import { catalogGraphMessages } from '../messages.ts'
import styles from './GraphFilters.module.css'

const depths = ['1', '2', '3', '4', '5', 'Infinity'] as const

const groupingTitles = {
  none: catalogGraphMessages.groupNone,
  system: catalogGraphMessages.groupSystem,
  domain: catalogGraphMessages.groupDomain,
}

export interface GraphFiltersProps {
  readonly view: ViewState
  readonly onChange: (part: Partial<ViewState>) => void
  readonly words: DrawingWords
  /** The entity at the end of the path, where it is known. */
  readonly pathEnd: Option | undefined
  /** Relations that occur, besides those of the standard model. */
  readonly otherRelations: readonly string[]
}

/** The filters of the graph and its layout options. */
export function GraphFilters({ view, onChange, words, pathEnd, otherRelations }: GraphFiltersProps) {
  const text = useText()
  const number = useNumber()
  const client = useClient()
  const loadEntities = useMemo(() => createEntityOptions(client), [client])
  const { data: facets } = useQuery(query(catalogApi.getEntityFacets, { query: { facet: ['kind'] } }))
  const loadKinds = useMemo(
    () =>
      fromList(
        (facets?.facets['kind'] ?? []).map(({ value, count }) => ({ value: value.toLowerCase(), label: value, hint: number(count) })),
      ),
    [facets, number],
  )
  const toRelation = (type: string): Option => ({ value: type, label: words.relation(type), hint: type })
  const loadRelations = useMemo(
    () => fromList([...relationTypes, ...otherRelations].map(type => ({ value: type, label: words.relation(type), hint: type }))),
    [otherRelations, words],
  )
  const kindLabel = (kind: string) => facets?.facets['kind']?.find(({ value }) => value.toLowerCase() === kind)?.value ?? kind
  const hasStart = view.rootEntityRefs.length > 0
  const depth = depths.find(each => Number(each) === view.maxDepth)
  const directions: readonly { value: GraphDirection; label: string; sign: ReactNode }[] = [
    { value: 'LR', label: text(catalogGraphMessages.directionLR), sign: <IconArrowNarrowRight size={16} aria-hidden /> },
    { value: 'RL', label: text(catalogGraphMessages.directionRL), sign: <IconArrowNarrowLeft size={16} aria-hidden /> },
    { value: 'TB', label: text(catalogGraphMessages.directionTB), sign: <IconArrowNarrowDown size={16} aria-hidden /> },
    { value: 'BT', label: text(catalogGraphMessages.directionBT), sign: <IconArrowNarrowUp size={16} aria-hidden /> },
  ]
  const lines: readonly { value: Curve; label: string }[] = [
    { value: 'curveMonotoneX', label: text(catalogGraphMessages.curved) },
    { value: 'curveStepBefore', label: text(catalogGraphMessages.straight) },
  ]
  return (
    <div className={styles.filters}>
      <SegmentedControl
        label={text(catalogGraphMessages.depth)}
        segments={[
          ...depths.map(value => ({
            value: value as string,
            label: value === 'Infinity' ? text(catalogGraphMessages.depthAll) : value,
            ...(value === 'Infinity' && { sign: '∞' }),
          })),
          // A depth from the address that is not one of these is shown as it is.
          ...(depth === undefined ? [{ value: String(view.maxDepth), label: String(view.maxDepth) }] : []),
        ]}
        value={String(view.maxDepth)}
        onChange={value => onChange({ maxDepth: Number(value) })}
      />
      <MultiSelect
        label={text(catalogGraphMessages.kinds)}
        placeholder={text(catalogGraphMessages.allKinds)}
        load={loadKinds}
        values={view.selectedKinds.map(kind => ({ value: kind, label: kindLabel(kind) }))}
        onChange={chosen => onChange({ selectedKinds: chosen.map(({ value }) => value) })}
      />
      <MultiSelect
        label={text(catalogGraphMessages.relations)}
        placeholder={text(catalogGraphMessages.allRelations)}
        load={loadRelations}
        values={view.selectedRelations.map(toRelation)}
        onChange={chosen => onChange({ selectedRelations: chosen.map(({ value }) => value) })}
      />
      <Autocomplete
        label={text(catalogGraphMessages.pathTo)}
        help={text(hasStart ? catalogGraphMessages.pathHelp : catalogGraphMessages.pathNeedsStart)}
        placeholder={text(catalogGraphMessages.pathPlaceholder)}
        disabled={!hasStart}
        load={loadEntities}
        value={pathEnd ?? (view.pathTo === undefined ? undefined : toOption(view.pathTo))}
        onChange={chosen => onChange({ pathTo: chosen?.value })}
      />
      <hr className={styles.line} />
      <SegmentedControl
        label={text(catalogGraphMessages.groupBy)}
        segments={groupings.map(value => ({ value, label: text(groupingTitles[value]) }))}
        value={view.groupBy}
        onChange={groupBy => onChange({ groupBy })}
      />
      <SegmentedControl
        label={text(catalogGraphMessages.direction)}
        segments={directions}
        value={view.direction}
        onChange={direction => onChange({ direction })}
      />
      <SegmentedControl
        label={text(catalogGraphMessages.curve)}
        segments={lines}
        value={view.curve}
        onChange={curve => onChange({ curve })}
      />
      <Switch
        size="sm"
        label={text(catalogGraphMessages.simplified)}
        description={text(catalogGraphMessages.simplifiedHelp)}
        checked={view.unidirectional}
        onChange={event => onChange({ unidirectional: event.currentTarget.checked })}
      />
      <Switch
        size="sm"
        label={text(catalogGraphMessages.mergeRelations)}
        description={text(catalogGraphMessages.mergeRelationsHelp)}
        checked={view.mergeRelations}
        onChange={event => onChange({ mergeRelations: event.currentTarget.checked })}
      />
      <div>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => onChange({ ...initialView, rootEntityRefs: view.rootEntityRefs, showFilters: view.showFilters })}
        >
          {text(catalogGraphMessages.reset)}
        </Button>
      </div>
    </div>
  )
}
