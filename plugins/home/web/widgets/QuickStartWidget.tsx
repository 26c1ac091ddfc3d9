import { NamedIcon, useConfig, useText } from '@portico/core/web'
import { homeSection } from '@portico/home/common'
import { Markdown } from '@portico/ui'
import { pageMessages } from '../page-messages.ts'
import { WidgetList, WidgetRow } from '../parts/WidgetList.tsx'
import styles from './QuickStartWidget.module.css'

/** Where to begin: what the config says, else what the portal can do. */
export function QuickStartWidget() {
  const { text, links } = useConfig(homeSection).quickStart
  if (text === undefined && links.length === 0) return <Tips />
  return (
    <>
      {text !== undefined && <Markdown>{text}</Markdown>}
      <WidgetList>
        {links.map(({ title, url, icon }) => (
          <WidgetRow key={`${title} ${url}`} to={url} {...(icon !== undefined && { icon: <NamedIcon name={icon} size={16} /> })}>
            {title}
          </WidgetRow>
        ))}
      </WidgetList>
    </>
  )
}

function Tips() {
  const text = useText()
  const isApple = /Mac|iP(hone|ad)/.test(navigator.platform)
  const tips = [
    { icon: 'search', words: text(pageMessages.tipSearch, { keys: isApple ? '⌘ K' : 'Ctrl K' }) },
    { icon: 'star', words: text(pageMessages.tipStar) },
    { icon: 'dashboard', words: text(pageMessages.tipArrange) },
  ]
  return (
    <ul className={styles.tips}>
      {tips.map(({ icon, words }) => (
        <li key={icon} className={styles.tip}>
          <span className={styles.icon} aria-hidden>
            <NamedIcon name={icon} size={16} />
          </span>
          <span>{words}</span>
        </li>
      ))}
    </ul>
  )
}
