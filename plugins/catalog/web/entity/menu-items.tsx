import { entityDeletePermission, entityPageSection, entityRefOf, entityRefreshPermission, type Entity } from '@portico/catalog/common'
import { alertApiRef, errorApiRef, useApi, useConfig, usePermission, useText } from '@portico/core/web'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconListSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { entityMenuItems, type EntityMenuAction } from '../slots.ts'
import { entityMessages } from './messages.ts'
import { useEntityPage } from './page-context.tsx'

/** The catalog's own entries of the menu 'More'. */
export const ownMenuItems = entityMenuItems.fillOwn([
  { name: 'copy-link', order: 0, title: entityMessages.copyLink, icon: <IconLink size={16} aria-hidden />, useAction: useCopyLink },
  { name: 'inspect', order: 10, title: entityMessages.inspect, icon: <IconSearch size={16} aria-hidden />, useAction: useInspect },
  { name: 'refresh', order: 20, title: entityMessages.refresh, icon: <IconRefresh size={16} aria-hidden />, useAction: useRefresh },
  {
    name: 'unregister',
    order: 1000,
    title: entityMessages.unregister,
    icon: <IconTrash size={16} aria-hidden />,
    isDanger: true,
    useAction: useUnregister,
  },
])

function useCopyLink(): EntityMenuAction {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const errors = useApi(errorApiRef)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href)
      alerts.post({ message: text(entityMessages.copied), severity: 'info', display: 'transient' })
    } catch (error) {
      errors.post(error)
    }
  }
  return { run: () => void copy() }
}

function useInspect(): EntityMenuAction {
  const { openInspector } = useEntityPage()
  return { run: () => openInspector() }
}

function useRefresh(entity: Entity): EntityMenuAction {
  const { refresh, isRefreshing } = useEntityPage()
  const { allowed, loading } = usePermission({ permission: entityRefreshPermission, resourceRef: entityRefOf(entity) })
  return {
    run: refresh,
    disabled: !allowed || isRefreshing,
    ...(!allowed && !loading && { reason: entityMessages.refreshNotAllowed }),
  }
}

function useUnregister(entity: Entity): EntityMenuAction | undefined {
  const { startUnregister } = useEntityPage()
  const { loading, allowed } = usePermission({ permission: entityDeletePermission, resourceRef: entityRefOf(entity) })
  const { unregister } = useConfig(entityPageSection)
  if (unregister === 'hidden') return undefined
  if (unregister === 'disabled') return { run: startUnregister, disabled: true, reason: entityMessages.unregisterDisabled }
  return { run: startUnregister, disabled: !allowed, ...(!allowed && !loading && { reason: entityMessages.unregisterNotAllowed }) }
}
