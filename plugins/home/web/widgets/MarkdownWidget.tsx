import { useText } from '@portico/core/web'
import { EmptyState, Markdown } from '@portico/ui'
import { pageMessages } from '../page-messages.ts'
import { useWidgetSettings } from '../widget-settings.tsx'
import { markdownSettings } from './own-settings.ts'

/** A text in Markdown, of the user or of the config. */
export function MarkdownWidget() {
  const text = useText()
  const { content } = useWidgetSettings(markdownSettings)
  if (content.trim() === '') {
    return (
      <EmptyState size="small" title={text(pageMessages.noText)}>
        {text(pageMessages.inSettings)}
      </EmptyState>
    )
  }
  return <Markdown>{content}</Markdown>
}
