import IconColumns from '@tabler/icons-react/dist/esm/icons/IconColumns.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import { uiMessages } from '../messages.ts'
import { Menu } from '../Menu.tsx'
import { ActionIcon } from '../ActionIcon.tsx'
import { useText } from '../text.tsx'
import { columnId, type Column } from './column.ts'

export interface TableMenuProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly isShown: (column: Column<Row>) => boolean
  /** Left out where columns cannot be chosen. */
  readonly onToggle?: ((id: string, shown: boolean) => void) | undefined
  readonly onReset: () => void
  readonly onExport?: (() => void) | undefined
}

/** Which columns are shown, and the table as a file. */
export function TableMenu<Row>({ columns, isShown, onToggle, onReset, onExport }: TableMenuProps<Row>) {
  const text = useText()
  const name = text(uiMessages.tableMenu)
  return (
    <Menu
      closeOnItemClick={false}
      width={220}
      button={
        <ActionIcon variant="default" aria-label={name} title={name}>
          <IconColumns size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {onToggle && (
        <>
          <Menu.Label>{text(uiMessages.columns)}</Menu.Label>
          {columns.map((column, index) => (
            <Menu.CheckboxItem
              key={columnId(column)}
              checked={isShown(column)}
              // The first column names the row, so it cannot be hidden.
              disabled={index === 0}
              onChange={shown => onToggle(columnId(column), shown)}
            >
              {column.title}
            </Menu.CheckboxItem>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={onReset}>
            {text(uiMessages.resetColumns)}
          </Menu.Item>
        </>
      )}
      {onExport && (
        <Menu.Item closeMenuOnClick leftSection={<IconDownload size={16} aria-hidden />} onClick={onExport}>
          {text(uiMessages.exportCsv)}
        </Menu.Item>
      )}
    </Menu>
  )
}
