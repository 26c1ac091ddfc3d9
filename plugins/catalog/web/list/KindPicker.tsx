import { useText } from '@portico/core/web'
import { ChoiceList, useLocale } from '@portico/ui'
import { catalogMessages } from '../messages.ts'
import { KindIcon } from '../parts/KindIcon.tsx'
import type { FacetValue } from './filters/filter.ts'
import { capitalised, toPlural } from './kind-names.ts'
import { isSameText } from './same-text.ts'

/** The most common kinds come first. */
const commonKinds = ['component', 'api', 'resource', 'system', 'domain', 'template', 'group', 'user', 'location']

/** Which kind is listed. Hidden when the kinds cannot be loaded. */
export function KindPicker({
  kinds,
  failed,
  value,
  onChange,
}: {
  kinds: readonly FacetValue[] | undefined
  failed: boolean
  value: string
  onChange: (kind: string) => void
}) {
  const text = useText()
  const locale = useLocale()
  if (failed) return undefined
  const shown = [...(kinds ?? [])]
  if (!shown.some(kind => isSameText(kind.value, value))) shown.push({ value, count: kinds ? 0 : NaN })
  shown.sort((a, b) => rankOf(a.value) - rankOf(b.value) || (a.value < b.value ? -1 : 1))
  return (
    <ChoiceList
      label={text(catalogMessages.kind)}
      value={value}
      onChange={onChange}
      choices={shown.map(kind => ({
        value: kind.value.toLocaleLowerCase('en-US'),
        label: capitalised(toPlural(kind.value, text), locale),
        icon: <KindIcon kind={kind.value} />,
        count: Number.isNaN(kind.count) ? undefined : kind.count,
      }))}
    />
  )
}

function rankOf(kind: string): number {
  const rank = commonKinds.indexOf(kind.toLocaleLowerCase('en-US'))
  return rank === -1 ? commonKinds.length : rank
}
