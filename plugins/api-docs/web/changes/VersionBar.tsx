import type { DefinitionVersion } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Select, useDate } from '@portico/ui'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import styles from './Changes.module.css'
import { useChangesView } from './changes-view.ts'
import { useCountsText } from './ImpactMark.tsx'
import { changesMessages } from './messages.ts'

interface VersionBarProps {
  readonly versions: readonly DefinitionVersion[]
  readonly from: DefinitionVersion
  readonly to: DefinitionVersion
}

/** Which two versions are compared. */
export function VersionBar({ versions, from, to }: VersionBarProps) {
  const text = useText()
  const label = useVersionLabel()
  const { set } = useChangesView()
  const options = versions.map(version => ({ value: version.id, label: label(version) }))
  return (
    <div className={styles.versions}>
      <Select label={text(changesMessages.from)} value={from.id} options={options} onChange={id => set({ from: id, to: to.id })} />
      <IconArrowRight size={16} aria-hidden className={styles.arrow} />
      <Select label={text(changesMessages.to)} value={to.id} options={options} onChange={id => set({ from: from.id, to: id })} />
    </div>
  )
}

/** `4.2.0 (current) · 3 Nov 2026, 10:00 · 2 breaking`. */
function useVersionLabel(): (version: DefinitionVersion) => string {
  const text = useText()
  const dateTime = useDate()
  const counts = useCountsText()
  return ({ version = text(changesMessages.unnamed), isCurrent, at, counts: found }) =>
    [
      isCurrent ? `${version} (${text(changesMessages.current)})` : version,
      at === undefined ? '' : dateTime(at),
      found ? counts({ ...found, compatible: 0 }) || counts(found) : '',
    ]
      .filter(Boolean)
      .join(' · ')
}
