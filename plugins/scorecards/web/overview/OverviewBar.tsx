import { useIdentity, useText } from '@portico/core/web'
import { groupings, type Grouping, type ScorecardSummary } from '@portico/scorecards/common'
import { Button, Drawer, FilterChips, SegmentedControl, Select } from '@portico/ui'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { useState } from 'react'
import { pageMessages } from '../parts/page-messages.ts'
import { scoreMessages } from '../parts/score-messages.ts'
import { WordsField } from '../parts/WordsField.tsx'
import { overviewMessages } from './messages.ts'
import { filterValueName, OverviewFilters } from './OverviewFilters.tsx'
import styles from './Overview.module.css'
import type { OverviewState } from './overview-state.ts'

/** What a grouping is called. */
export const groupingTitles = {
  owner: 'byOwner',
  domain: 'byDomain',
  system: 'bySystem',
  kind: 'byKind',
  type: 'byType',
  lifecycle: 'byLifecycle',
} as const satisfies Record<Grouping, keyof typeof overviewMessages>

/** What the groups are, of which scorecard, in which order and look, and what they are narrowed to. */
export function OverviewBar({ state, scorecards }: { state: OverviewState; scorecards: readonly ScorecardSummary[] }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { ownershipEntityRefs } = useIdentity()
  const { by, order, look, scorecard = '', change, filters } = state
  const mine = ownershipEntityRefs.filter(ref => ref.startsWith('group:'))
  const chips = filters.flatMap(([name, values]) =>
    values.map(value => ({ key: `${name}\n${value}`, name: text(overviewMessages[name]), value: filterValueName(name, value) })),
  )
  function remove(key: string) {
    const [name = '', value = ''] = key.split('\n')
    change({ [name]: filters.find(([each]) => each === name)?.[1].filter(each => each !== value) })
  }
  return (
    <>
      <div className={styles.bar}>
        <Select
          inline
          label={text(overviewMessages.by)}
          value={by}
          options={groupings.map(value => ({ value, label: text(overviewMessages[groupingTitles[value]]) }))}
          onChange={value => change({ by: value })}
        />
        <Select
          inline
          labelHidden
          label={text(scoreMessages.scorecards)}
          value={scorecard}
          options={[
            { value: '', label: text(overviewMessages.all) },
            ...scorecards.map(({ name, title }) => ({ value: name, label: title })),
          ]}
          onChange={value => change({ scorecard: value === '' ? undefined : value })}
        />
        <Select
          inline
          labelHidden
          label={text(pageMessages.order)}
          value={order}
          options={[
            { value: 'worst', label: text(pageMessages.worst) },
            { value: 'best', label: text(pageMessages.best) },
            { value: 'unknown', label: text(pageMessages.mostUnknown) },
            { value: 'entities', label: text(pageMessages.mostEntities) },
            { value: 'title', label: text(pageMessages.byTitle) },
          ]}
          onChange={value => change({ order: value })}
        />
        <SegmentedControl
          label={text(overviewMessages.look)}
          labelHidden
          value={look}
          segments={[
            { value: 'heat', label: text(overviewMessages.heatMap) },
            { value: 'table', label: text(overviewMessages.table) },
          ]}
          onChange={value => change({ look: value })}
        />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        >
          {text(overviewMessages.filters)}
        </Button>
        <div className={styles.search}>
          <WordsField />
        </div>
      </div>
      {chips.length > 0 && (
        <FilterChips
          chips={chips}
          onRemove={remove}
          onClear={() => change({ owner: undefined, kind: undefined, type: undefined, lifecycle: undefined })}
        />
      )}
      <Drawer open={isOpen} onClose={() => setOpen(false)} title={text(overviewMessages.filters)} width={360}>
        <div className={styles.filters}>
          <OverviewFilters state={state} />
          {mine.length > 0 && (
            <Button variant="default" size="xs" onClick={() => change({ owner: mine })}>
              {text(overviewMessages.myTeams)}
            </Button>
          )}
        </div>
      </Drawer>
    </>
  )
}
