import {
  ExtensionBoundary,
  LanguageSelect,
  ThemeSwitch,
  useConfig,
  useSidebarPin,
  useSlot,
  useTabbedRoutes,
  useText,
  type TabbedRoute,
} from '@portico/core/web'
import { Content, InfoCard, Page, PageHeader, Switch } from '@portico/ui'
import { accessTokensSection } from '@portico/user-settings/common'
import { useMemo } from 'react'
import { settingsMessages } from '../messages.ts'
import { AccessTokensTab } from '../parts/AccessTokensTab.tsx'
import { AuthProvidersTab } from '../parts/AuthProvidersTab.tsx'
import { FeatureFlagsTab } from '../parts/FeatureFlagsTab.tsx'
import { useSignedInUser } from '../parts/use-signed-in-user.ts'
import { settingsTabs } from '../slots.ts'
import styles from '../parts/GeneralTab.module.css'
import { IdentityCard } from '../parts/IdentityCard.tsx'
import { ProfileCard } from '../parts/ProfileCard.tsx'

const ownTabs = settingsTabs.fillOwn([
  { name: 'general', order: 10, path: '/', title: settingsMessages.general, View: GeneralTab },
  { name: 'auth-providers', order: 20, path: '/auth-providers', title: settingsMessages.authProviders, View: AuthProvidersTab },
  { name: 'feature-flags', order: 30, path: '/feature-flags', title: settingsMessages.featureFlags, View: FeatureFlagsTab },
  {
    name: 'access-tokens',
    order: 40,
    isFor: ({ isGuest, hasAccessTokens }) => hasAccessTokens && !isGuest,
    path: '/access-tokens',
    title: settingsMessages.accessTokens,
    View: AccessTokensTab,
  },
])

/** The settings of the user. */
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
  const isGuest = useSignedInUser()?.isGuest ?? true
  const hasAccessTokens = useConfig(accessTokensSection)
  const context = useMemo(() => ({ isGuest, hasAccessTokens }), [isGuest, hasAccessTokens])
  return useSlot(settingsTabs, { context, own: ownTabs }).map(tab => ({
    path: tab.item.path,
    title: tab.item.title,
    icon: tab.item.icon,
    children: (
      <ExtensionBoundary key={tab.id} extension={tab}>
        <tab.item.View />
      </ExtensionBoundary>
    ),
  }))
}

/** The profile, the appearance and the identity. */
function GeneralTab() {
  return (
    <Content>
      <div className={styles.columns}>
        <div className={styles.column}>
          <ProfileCard />
          <IdentityCard />
        </div>
        <AppearanceCard />
      </div>
    </Content>
  )
}

/** Theme, language and sidebar. */
function AppearanceCard() {
  const text = useText()
  const [pinned, togglePin] = useSidebarPin()
  return (
    <InfoCard title={text(settingsMessages.appearance)}>
      <div className={styles.settings}>
        <ThemeSwitch />
        <LanguageSelect />
        <div className={styles.sidebar}>
          <Switch
            aria-label={text(settingsMessages.pinSidebar)}
            label={text(settingsMessages.pinSidebar)}
            description={text(settingsMessages.pinSidebarHint)}
            checked={pinned}
            onChange={togglePin}
          />
        </div>
      </div>
    </InfoCard>
  )
}
