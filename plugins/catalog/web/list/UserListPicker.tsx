import { useText } from '@portico/core/web'
import { ChoiceList } from '@portico/ui'
import IconStack2 from '@tabler/icons-react/dist/esm/icons/IconStack2.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconUserCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs'
import { catalogMessages } from '../messages.ts'
import { hasOwners } from './filters/own-filters.ts'
import type { UserList } from './index-model.ts'
import type { ListCounts } from './use-list-counts.ts'

/** Mine, what I starred, or everything. */
export function UserListPicker({
  kind,
  value,
  counts,
  onChange,
}: {
  kind: string
  value: UserList
  counts: ListCounts
  onChange: (list: UserList) => void
}) {
  const text = useText()
  const lists = [
    ...(hasOwners(kind)
      ? [{ value: 'owned' as const, label: text(catalogMessages.listOwned), icon: <IconUserCheck size={16} aria-hidden /> }]
      : []),
    { value: 'starred' as const, label: text(catalogMessages.listStarred), icon: <IconStar size={16} aria-hidden /> },
    { value: 'all' as const, label: text(catalogMessages.listAll), icon: <IconStack2 size={16} aria-hidden /> },
  ]
  return (
    <ChoiceList
      label={text(catalogMessages.lists)}
      value={value}
      onChange={list => onChange(list as UserList)}
      choices={lists.map(list => ({ ...list, count: counts[list.value].value, disabled: counts[list.value].value === 0 }))}
    />
  )
}
