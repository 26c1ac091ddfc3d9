import { RegisterButton } from '@portico/catalog/web'
import { appSection, organizationSection } from '@portico/core/common'
import { SupportButton, useConfig, useIdentity, useText } from '@portico/core/web'
import { HomeSearchBar } from '@portico/search/web'
import { Content, Page, PageHeader } from '@portico/ui'
import { useState } from 'react'
import { homeMessages } from '../messages.ts'
import { RunningCard } from '../parts/RunningCard.tsx'
import { StartingPoints } from '../parts/StartingPoints.tsx'
import styles from './HomePage.module.css'

/** The first page: a greeting, the state of the portal, and the first steps. */
export default function HomePage() {
  const text = useText()
  const { title } = useConfig(appSection)
  const organization = useConfig(organizationSection).name
  const [hour] = useState(() => new Date().getHours())
  const { profile, userEntityRef } = useIdentity()
  const name = profile.displayName ?? userEntityRef.split('/').at(-1) ?? userEntityRef
  return (
    <Page>
      <PageHeader
        title={text(greetingAt(hour), { name })}
        subtitle={text(homeMessages.subtitle, { title, organization })}
        actions={
          <>
            <RegisterButton />
            <SupportButton />
          </>
        }
      />
      <Content>
        <div className={styles.search}>
          <HomeSearchBar />
        </div>
        <div className={styles.columns}>
          <StartingPoints />
          <RunningCard />
        </div>
      </Content>
    </Page>
  )
}

function greetingAt(hour: number) {
  if (hour >= 5 && hour < 12) return homeMessages.morning
  return hour >= 12 && hour < 18 ? homeMessages.afternoon : homeMessages.evening
}
