import { useText } from '@portico/core/web'
import { ActionIcon, Menu, uiMessages } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import { catalogMessages } from '../messages.ts'
import { nameColumn, type IndexColumn } from './columns/column.ts'
import type { ChosenColumns } from './columns/column-choice.ts'
import type { ExportFormat } from './export/export-entities.ts'

export interface IndexOptionsProps {
  readonly columns: readonly IndexColumn[]
  readonly shown: readonly IndexColumn[]
  readonly onColumns: (chosen: ChosenColumns) => void
  readonly chosen: ChosenColumns
  readonly onExport: (format: ExportFormat) => void
  readonly empty: boolean
}

/** Which columns there are, and the list as a file. */
export function IndexOptions({ columns, shown, chosen, onColumns, onExport, empty }: IndexOptionsProps) {
  const text = useText()
  const label = text(catalogMessages.listOptions)
  return (
    <Menu
      closeOnItemClick={false}
      width={220}
      button={
        <ActionIcon variant="default" aria-label={label} title={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.Label>{text(uiMessages.columns)}</Menu.Label>
      {columns.map(column => (
        <Menu.CheckboxItem
          key={column.id}
          checked={shown.includes(column)}
          // The name says which row it is.
          disabled={column.id === nameColumn}
          onChange={isShown => onColumns({ ...chosen, [column.id]: isShown })}
        >
          {text(column.title)}
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
