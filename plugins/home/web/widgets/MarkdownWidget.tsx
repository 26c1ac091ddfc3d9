import { EmptyWidget, useText } from '@portico/core/web'
import { Markdown } from '@portico/ui'
import { pageMessages } from '../page-messages.ts'
import { useWidgetSettings } from '../widget-settings.tsx'
import { markdownSettings } from './own-settings.ts'

/** A text in Markdown, of the user or of the config. */
export function MarkdownWidget() {
  const text = useText()
  const { content } = useWidgetSettings(markdownSettings)
  if (content.trim() === '') {
    return <EmptyWidget title={text(pageMessages.noText)}>{text(pageMessages.inSettings)}</EmptyWidget>
  }
  return <Markdown>{content}</Markdown>
}
