import { Content } from '@portico/ui'
import { AppearanceCard } from './AppearanceCard.tsx'
import styles from './GeneralTab.module.css'
import { IdentityCard } from './IdentityCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'

/** The profile, the appearance and the identity. */
export function GeneralTab() {
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
