import { useText } from '@portico/core/web'
import { ActionIcon, Menu, uiMessages } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import { catalogMessages } from '../messages.ts'
import { offeredColumns, type ChosenColumns, type ColumnId } from './column-choice.ts'
import { titleOf } from './columns.tsx'
import type { ExportFormat } from './export/export-entities.ts'

export interface IndexOptionsProps {
  readonly kind: string
  readonly shown: readonly ColumnId[]
  readonly onColumns: (chosen: ChosenColumns) => void
  readonly chosen: ChosenColumns
  readonly onExport: (format: ExportFormat) => void
  readonly empty: boolean
}

/** Which columns there are, and the list as a file. */
export function IndexOptions({ kind, shown, chosen, onColumns, onExport, empty }: IndexOptionsProps) {
  const text = useText()
  const label = text(catalogMessages.listOptions)
  return (
    <Menu
      closeOnItemClick={false}
      width={220}
      button={
        <ActionIcon size={32} variant="default" aria-label={label} title={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.Label>{text(uiMessages.columns)}</Menu.Label>
      {offeredColumns(kind).map(id => (
        <Menu.CheckboxItem
          key={id}
          checked={shown.includes(id)}
          // The name says which row it is.
          disabled={id === 'name'}
          onChange={isShown => onColumns({ ...chosen, [id]: isShown })}
        >
          {text(titleOf(id))}
        </Menu.CheckboxItem>
      ))}
      <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={() => onColumns({})}>
        {text(uiMessages.resetColumns)}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item closeMenuOnClick disabled={empty} leftSection={<IconDownload size={16} aria-hidden />} onClick={() => onExport('csv')}>
        {text(catalogMessages.exportCsv)}
      </Menu.Item>
      <Menu.Item closeMenuOnClick disabled={empty} leftSection={<IconDownload size={16} aria-hidden />} onClick={() => onExport('json')}>
        {text(catalogMessages.exportJson)}
      </Menu.Item>
    </Menu>
  )
}
