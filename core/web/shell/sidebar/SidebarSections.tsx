import { useText } from '@portico/ui'
import { useId, useState, type ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Catch } from '../../Catch.tsx'
import { shellMessages } from '../../messages.ts'
import { usePreloading } from '../../routes/use-preload.ts'
import { useSlot } from '../../slots/use-slot.tsx'
import { sidebarSections, type SidebarLink, type SidebarSection } from '../sidebar-sections.ts'
import styles from './SidebarSections.module.css'

const maxShownFirst = 5

/** What plugins add below the pages, such as the teams of the user. A section that throws is left out: the rest of the navigation stays. */
export function SidebarSections() {
  return useSlot(sidebarSections).map(({ id, item }) => (
    <Catch key={id} fallback={() => undefined}>
      <Section section={item} />
    </Catch>
  ))
}

/** The same in the panel on phones. */
export function PhoneSections() {
  return (
    <div className={styles.phone}>
      <SidebarSections />
    </div>
  )
}

function Section({ section: { title, useItems } }: { section: SidebarSection }) {
  const text = useText()
  const id = useId()
  const [all, setAll] = useState(false)
  const items = useItems()
  if (items.length === 0) return undefined
  // One more than fits is shown rather than hidden behind a button of the same height.
  const isLong = items.length > maxShownFirst + 1
  const rest = items.length - maxShownFirst
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        <span className={styles.words}>{text(title)}</span>
      </h2>
      <ul className={styles.links}>
        {(all || !isLong ? items : items.slice(0, maxShownFirst)).map(link => (
          <li key={link.to}>
            <SectionLink {...link} />
          </li>
        ))}
      </ul>
      {isLong && (
        <button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
          <span className={styles.words}>{all ? text(shellMessages.fewerItems) : text(shellMessages.moreItems, { count: rest })}</span>
        </button>
      )}
    </section>
  )
}

function SectionLink({ label, to, icon }: SidebarLink): ReactNode {
  const text = useText()
  const name = text(label)
  const preloading = usePreloading(to)
  return (
    <NavLink to={to} className={styles.link!} title={name} {...preloading}>
      <span className={styles.icon} aria-hidden>
        {icon ?? <span className={styles.letter} data-letter={[...name][0]?.toUpperCase()} />}
      </span>
      <span className={styles.words}>{name}</span>
    </NavLink>
  )
}
