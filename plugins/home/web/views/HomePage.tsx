import { appSection, defaultAppTitle, organizationSection } from '@portico/core/common'
import {
  homeActions,
  preloadFile,
  signedInUserApiRef,
  SlotItems,
  SupportButton,
  useApi,
  useConfig,
  useIdentity,
  useObservable,
  useText,
} from '@portico/core/web'
import { homeSection } from '@portico/home/common'
import { Button, Content, lazyView, Logo, Page, PageHeader } from '@portico/ui'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import { Suspense, useState } from 'react'
import { HomeGrid, WaitingGrid } from '../grid/HomeGrid.tsx'
import { useHomeLayout } from '../layout/use-home-layout.ts'
import { pageMessages } from '../page-messages.ts'
import { SetUp } from '../parts/SetUp.tsx'
import { StartCard, useStart } from '../start/StartCard.tsx'

import styles from '../header/HeaderClocks.module.css'
import { useClock } from '../header/use-clock.ts'

/** Moving, resizing, choosing and the forms of settings: most visits never need them. */
const loadEditor = () => import('../edit/HomeEditor.tsx')
const HomeEditor = lazyView(async () => (await loadEditor()).HomeEditor)

/** The first page: a greeting, and the widgets that the user has put there. */
export default function HomePage() {
  const text = useText()
  const layout = useHomeLayout()
  const [isEditing, setEditing] = useState(false)
  const { title } = useConfig(appSection)
  const organization = useConfig(organizationSection).name
  const isNew = useIsNew()
  const start = useStart()
  return (
    <Page>
      <PageHeader
        icon={<CompanySign />}
        title={<Welcome />}
        subtitle={text(pageMessages.subtitle, { title, organization })}
        facts={<HeaderClocks />}
        actions={
          <>
            <SlotItems slot={homeActions}>{({ View }) => <View />}</SlotItems>
            <SupportButton />
            {!isEditing && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconLayoutGrid size={16} aria-hidden />}
                disabled={!layout.isLoaded}
                onPointerEnter={() => preloadFile(loadEditor)}
                onClick={() => setEditing(true)}
              >
                {text(pageMessages.arrange)}
              </Button>
            )}
          </>
        }
      />
      <Content>
        {isEditing ? (
          <Suspense fallback={<WaitingGrid layout={layout} />}>
            <HomeEditor layout={layout} onClose={() => setEditing(false)} />
          </Suspense>
        ) : (
          <>
            {/* One thing at a time: first what the portal can do, then how it becomes one's own. */}
            {start.isShown ? <StartCard {...start} /> : isNew && <SetUp />}
            <HomeGrid layout={layout} onAdd={() => setEditing(true)} />
          </>
        )}
      </Content>
    </Page>
  )
}

/** The welcome title. */
function Welcome() {
  const text = useText()
  const [hour] = useState(() => new Date().getHours())
  const { profile, userEntityRef } = useIdentity()
  const name = profile.displayName ?? userEntityRef.split('/').at(-1) ?? userEntityRef
  return text(greetingAt(hour), { name })
}

function greetingAt(hour: number) {
  if (hour >= 5 && hour < 12) return pageMessages.morning
  return hour >= 12 && hour < 18 ? pageMessages.afternoon : pageMessages.evening
}

/** A portal is new until it has a name of its own, or people sign in under theirs. */
function useIsNew(): boolean {
  const { title } = useConfig(appSection)
  const user = useObservable(useApi(signedInUserApiRef))
  return title === defaultAppTitle && user?.isGuest === true
}

/** The small sign of the organisation beside the title; the portal's own where it has none, or it cannot be loaded. */
function CompanySign() {
  const { icon } = useConfig(appSection).branding
  const [failed, setFailed] = useState(false)
  if (icon === undefined || failed) return <Logo size={24} />
  return <img src={icon} alt="" width={24} height={24} onError={() => setFailed(true)} />
}

/** The world clock of the header: the places of the config. */
function HeaderClocks() {
  const text = useText()
  const { clocks } = useConfig(homeSection)
  const timeIn = useClock()
  if (clocks.length === 0) return undefined
  return (
    <ul className={styles.clocks} aria-label={text(pageMessages.clocks)}>
      {clocks.map(({ label, timeZone }) => (
        <li key={`${label} ${timeZone}`} className={styles.clock} title={timeZone}>
          <span>{label}</span> <time className={styles.time}>{timeIn(timeZone)}</time>
        </li>
      ))}
    </ul>
  )
}
