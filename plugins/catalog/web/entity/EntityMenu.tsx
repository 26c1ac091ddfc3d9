import { entityDeletePermission, entityPageSection, entityRefOf, entityRefreshPermission, type Entity } from '@portico/catalog/common'
import { alertApiRef, errorApiRef, ExtensionBoundary, useApi, useConfig, usePermission, useSlot, useText } from '@portico/core/web'
import { ActionIcon, Loader, Menu } from '@portico/ui'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useEntity } from '../entity-context.tsx'
import { entityMenuItems, type EntityMenuItem } from '../slots.ts'
import styles from './EntityMenu.module.css'
import { entityMessages } from './messages.ts'
import { useEntityPage } from './page-context.tsx'

/** The menu of less frequent actions of an entity. */
export function EntityMenu() {
  const text = useText()
  const entity = useEntity()
  const { openInspector, refresh, isRefreshing } = useEntityPage()
  const copyLink = useCopyLink()
  const mayRefresh = usePermission({ permission: entityRefreshPermission, resourceRef: entityRefOf(entity) })
  const items = useSlot(entityMenuItems, { context: entity })
  return (
    <Menu
      width={240}
      button={
        <ActionIcon variant="default" size={32} aria-label={text(entityMessages.more)} title={text(entityMessages.more)}>
          {isRefreshing ? <Loader size={16} aria-hidden /> : <IconDots size={18} aria-hidden />}
        </ActionIcon>
      }
    >
      <Menu.Item leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink()}>
        {text(entityMessages.copyLink)}
      </Menu.Item>
      <Menu.Item leftSection={<IconSearch size={16} aria-hidden />} onClick={() => openInspector()}>
        {text(entityMessages.inspect)}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconRefresh size={16} aria-hidden />}
        disabled={!mayRefresh.allowed || isRefreshing}
        title={mayRefresh.allowed || mayRefresh.loading ? undefined : text(entityMessages.refreshNotAllowed)}
        onClick={refresh}
      >
        {text(entityMessages.refresh)}
      </Menu.Item>
      {items.length > 0 && <Menu.Divider />}
      {items.map(extension => (
        <ExtensionBoundary key={extension.id} extension={extension}>
          <FilledItem item={extension.item} entity={entity} />
        </ExtensionBoundary>
      ))}
      <UnregisterItem entity={entity} />
    </Menu>
  )
}

function FilledItem({ item, entity }: { item: EntityMenuItem; entity: Entity }) {
  const text = useText()
  const { run, disabled = false, reason } = item.useAction(entity)
  return (
    <Menu.Item leftSection={item.icon} disabled={disabled} title={reason === undefined ? undefined : text(reason)} onClick={run}>
      {text(item.title)}
    </Menu.Item>
  )
}

function UnregisterItem({ entity }: { entity: Entity }) {
  const text = useText()
  const { startUnregister } = useEntityPage()
  const { loading, allowed } = usePermission({ permission: entityDeletePermission, resourceRef: entityRefOf(entity) })
  const { unregister } = useConfig(entityPageSection)
  if (unregister === 'hidden') return undefined
  const isOff = unregister === 'disabled'
  const reason = isOff ? entityMessages.unregisterDisabled : !allowed && !loading ? entityMessages.unregisterNotAllowed : undefined
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconTrash size={16} aria-hidden />}
        className={styles.danger}
        disabled={isOff || !allowed}
        title={reason && text(reason)}
        onClick={startUnregister}
      >
        {text(entityMessages.unregister)}
      </Menu.Item>
    </>
  )
}

/** Copies the address of the page. */
function useCopyLink() {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const errors = useApi(errorApiRef)
  return async () => {
    try {
      await navigator.clipboard.writeText(window.location.href)
      alerts.post({ message: text(entityMessages.copied), severity: 'info', display: 'transient' })
    } catch (error) {
      errors.post(error)
    }
  }
}
