import { EmptyWidget, useText } from '@portico/core/web'
import { pageMessages } from '../page-messages.ts'
import { WidgetList, WidgetRow } from '../parts/WidgetList.tsx'
import { useWidgetSettings } from '../widget-settings.tsx'
import { linksSettings } from './own-settings.ts'

/** A list of links, of the user or of the config. */
export function LinksWidget() {
  const text = useText()
  const { links } = useWidgetSettings(linksSettings)
  const filled = links.filter(({ url }) => url !== '')
  if (filled.length === 0) {
    return <EmptyWidget title={text(pageMessages.noLinks)}>{text(pageMessages.inSettings)}</EmptyWidget>
  }
  return (
    <WidgetList>
      {filled.map(({ title, url }, index) => (
        // The same address may be there twice.
        <WidgetRow key={`${index} ${url}`} to={url}>
          {title || url}
        </WidgetRow>
      ))}
    </WidgetList>
  )
}
