import { SlotItems, useConfig, useSlot, useTabbedRoutes, useText, type TabbedRoute } from '@portico/core/web'
import { Page, PageHeader } from '@portico/ui'
import { settingsMessages } from '../messages.ts'
import { AccessTokensTab } from '../parts/AccessTokensTab.tsx'
import { AuthProvidersTab } from '../parts/AuthProvidersTab.tsx'
import { FeatureFlagsTab } from '../parts/FeatureFlagsTab.tsx'
import { GeneralTab } from '../parts/GeneralTab.tsx'
import { useSignedInUser } from '../parts/use-signed-in-user.ts'
import { settingsTabs } from '../slots.ts'

/** Everything that is the user's own to set. */
export default function SettingsPage() {
  const text = useText()
  const { tabs, content } = useTabbedRoutes({ label: settingsMessages.settings, routes: useTabs() })
  return (
    <Page>
      <PageHeader title={text(settingsMessages.settings)} tabs={tabs} />
      {content}
    </Page>
  )
}

function useTabs(): readonly TabbedRoute[] {
  const filled = useSlot(settingsTabs)
  const isGuest = useSignedInUser()?.isGuest ?? true
  const hasTokens = (useConfig().getOptionalBoolean('userSettings.accessTokens.enabled') ?? true) && !isGuest
  return [
    { path: '/', title: settingsMessages.general, children: <GeneralTab /> },
    { path: '/auth-providers', title: settingsMessages.authProviders, children: <AuthProvidersTab /> },
    { path: '/feature-flags', title: settingsMessages.featureFlags, children: <FeatureFlagsTab /> },
    ...(hasTokens ? [{ path: '/access-tokens', title: settingsMessages.accessTokens, children: <AccessTokensTab /> }] : []),
    ...filled.map(tab => ({
      path: tab.path,
      title: tab.title,
      icon: tab.icon,
      // One that throws shows as its own plugin's error.
      children: <SlotItems slot={settingsTabs}>{({ path, View }) => path === tab.path && <View />}</SlotItems>,
    })),
  ]
}
