import { EmptyWidget, NamedIcon, useConfig, useText } from '@portico/core/web'
import { homeSection } from '@portico/home/common'
import { Link } from '@portico/ui'
import { pageMessages } from '../page-messages.ts'
import { useWidgetSettings } from '../widget-settings.tsx'
import { toolkitSettings } from './own-settings.ts'
import styles from './ToolkitWidget.module.css'

/** The tools of the organisation, then the user's own links. */
export function ToolkitWidget() {
  const text = useText()
  const { toolkit } = useConfig(homeSection)
  const { links } = useWidgetSettings(toolkitSettings)
  const tools: readonly { readonly title: string; readonly url: string; readonly icon?: string | undefined }[] = [
    ...toolkit,
    ...links.filter(({ url }) => url !== ''),
  ]
  if (tools.length === 0) {
    return <EmptyWidget title={text(pageMessages.noTools)}>{text(pageMessages.noToolsText)}</EmptyWidget>
  }
  return (
    <ul className={styles.tools}>
      {tools.map(({ title, url, icon = 'web' }, index) => (
        // Nothing else tells two tools of one address apart.
        <li key={`${index} ${url}`}>
          <Link to={url} plain className={styles.tool}>
            <span className={styles.icon} aria-hidden>
              <NamedIcon name={icon} size={24} />
            </span>
            <span className={styles.title}>{title || url}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
