import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs'
import IconBug from '@tabler/icons-react/dist/esm/icons/IconBug.mjs'
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs'
import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs'
import IconCoin from '@tabler/icons-react/dist/esm/icons/IconCoin.mjs'
import IconFlask from '@tabler/icons-react/dist/esm/icons/IconFlask.mjs'
import IconFolderCode from '@tabler/icons-react/dist/esm/icons/IconFolderCode.mjs'
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs'
import IconGitPullRequest from '@tabler/icons-react/dist/esm/icons/IconGitPullRequest.mjs'
import IconLayoutDashboard from '@tabler/icons-react/dist/esm/icons/IconLayoutDashboard.mjs'
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs'
import IconRocket from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs'
import IconTruckDelivery from '@tabler/icons-react/dist/esm/icons/IconTruckDelivery.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import { iconsApiRef, useApi, type Icon } from '@portico/core/web'
import { createElement } from 'react'

/** Icons that documents of connectors name, beside those of the portal. */
const icons: Readonly<Record<string, Icon>> = {
  alert: IconAlertTriangle,
  bug: IconBug,
  chart: IconChartLine,
  cost: IconCoin,
  dashboard: IconLayoutDashboard,
  delivery: IconTruckDelivery,
  deploy: IconRocket,
  gauge: IconGauge,
  issue: IconTicket,
  pager: IconBell,
  'pull-request': IconGitPullRequest,
  quality: IconCertificate,
  repository: IconFolderCode,
  shield: IconShieldCheck,
  test: IconFlask,
  web: IconWorld,
}

/** The icon of a connector; a plug where it names none that there is. */
export function ToolIcon({ name, size = 16 }: { readonly name: string | undefined; readonly size?: number }) {
  const known = useApi(iconsApiRef)
  const icon = name === undefined ? undefined : Object.hasOwn(icons, name) ? icons[name] : known.get(name)
  return <span aria-hidden>{createElement(icon ?? IconPlugConnected, { size })}</span>
}
