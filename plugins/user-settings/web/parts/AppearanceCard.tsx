import { LanguageSelect, ThemeSwitch, useSidebarPin, useText } from '@portico/core/web'
import { InfoCard, Switch } from '@portico/ui'
import { settingsMessages } from '../messages.ts'
import styles from './AppearanceCard.module.css'

/** Theme, language and sidebar. */
export function AppearanceCard() {
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
