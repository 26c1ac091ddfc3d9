import { healthProblemTypes, type HealthCounts, type HealthProblemType } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { ChoiceList, Stack } from '@portico/ui'
import type { HealthScope, HealthState } from './health-state.ts'
import { healthMessages } from './messages.ts'
import { TypeIcon } from './TypeIcon.tsx'

/** Whose problems, and of which type. */
export function HealthFilters({
  state,
  counts,
  onChange,
}: {
  state: HealthState
  counts: HealthCounts | undefined
  onChange: (part: Partial<HealthState>) => void
}) {
  const text = useText()
  const types = healthProblemTypes.map(type => ({
    value: type,
    label: text(healthMessages[type]),
    icon: <TypeIcon type={type} />,
    count: counts && (counts.types[type] ?? 0),
  }))
  return (
    <Stack>
      <ChoiceList
        label={text(healthMessages.whose)}
        choices={[
          { value: 'mine', label: text(healthMessages.mine) },
          { value: 'all', label: text(healthMessages.all) },
        ]}
        value={state.scope}
        onChange={scope => onChange({ scope: scope as HealthScope })}
      />
      <ChoiceList
        label={text(healthMessages.type)}
        choices={[{ value: '', label: text(healthMessages.allTypes), count: counts?.total }, ...types]}
        value={state.type ?? ''}
        onChange={type => onChange({ type: type === '' ? undefined : (type as HealthProblemType) })}
      />
    </Stack>
  )
}
