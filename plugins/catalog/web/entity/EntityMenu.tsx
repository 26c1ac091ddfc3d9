import type { Entity } from '@portico/catalog/common'
import { ExtensionBoundary, usePageCommands, useSlot, useText } from '@portico/core/web'
import { ActionIcon, Loader, Menu } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import { useEntity } from '../entity-context.tsx'
import { entityMenuItems, type EntityMenuItem } from '../slots.ts'
import styles from './EntityMenu.module.css'
import { ownMenuItems } from './menu-items.tsx'
import { entityMessages } from './messages.ts'
import { useEntityPage } from './page-context.tsx'

/** The menu of less frequent actions of an entity. */
export function EntityMenu() {
  const text = useText()
  const entity = useEntity()
  const { isRefreshing } = useEntityPage()
  const items = useSlot(entityMenuItems, { context: entity, own: ownMenuItems })
  return (
    <>
      {items.map(extension => (
        <ExtensionBoundary key={extension.id} extension={extension}>
          <ItemCommand id={extension.id} item={extension.item} entity={entity} />
        </ExtensionBoundary>
      ))}
      <Menu
        width={240}
        button={
          <ActionIcon variant="default" aria-label={text(entityMessages.more)} title={text(entityMessages.more)}>
            {isRefreshing ? <Loader size={16} aria-hidden /> : <IconDots size={18} aria-hidden />}
          </ActionIcon>
        }
      >
        {items.map(extension => (
          <ExtensionBoundary key={extension.id} extension={extension}>
            <Item item={extension.item} entity={entity} />
          </ExtensionBoundary>
        ))}
      </Menu>
    </>
  )
}

/** The same action in the command palette. */
function ItemCommand({ id, item, entity }: { id: string; item: EntityMenuItem; entity: Entity }) {
  const action = item.useAction(entity)
  const isOffered = action !== undefined && !action.disabled
  usePageCommands(entityMessages.thisEntity, isOffered ? [{ id, title: item.title, icon: item.icon, run: action.run }] : [])
  return undefined
}

function Item({ item, entity }: { item: EntityMenuItem; entity: Entity }) {
  const text = useText()
  const action = item.useAction(entity)
  if (!action) return undefined
  const { run, disabled = false, reason } = action
  return (
    <>
      {item.isDanger && <Menu.Divider />}
      <Menu.Item
        leftSection={item.icon}
        className={item.isDanger ? styles.danger : undefined}
        disabled={disabled}
        title={reason === undefined ? undefined : text(reason)}
        onClick={run}
      >
        {text(item.title)}
      </Menu.Item>
    </>
  )
}
