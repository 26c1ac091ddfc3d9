import { type Extension, ExtensionBoundary, type HomeWidget, useText } from '@portico/core/web'
import { useId, type ReactNode, type Ref } from 'react'
import type { PlacedWidget } from '../layout/layout.ts'
import { WidgetSettingsProvider } from '../widget-settings.tsx'
import styles from './WidgetFrame.module.css'

const noSettings = {}

export interface WidgetFrameProps {
  readonly placed: PlacedWidget
  readonly widget: Extension<HomeWidget>
  /** What stands at the right of the title while the page is arranged. */
  readonly tools?: ReactNode
  /** It is one line: `presumed` until its content has said so. */
  readonly fold?: 'empty' | 'presumed' | undefined
  readonly content?: Ref<HTMLDivElement>
}

/** A widget in its card. What it throws is shown inside the card, and the others stay. */
export function WidgetFrame({ placed, widget, tools, fold, content: ref }: WidgetFrameProps) {
  const id = useId()
  const title = useWidgetTitle(placed, widget)
  const content = (
    <ExtensionBoundary extension={widget}>
      <WidgetSettingsProvider settings={placed.settings ?? noSettings}>
        <widget.item.View />
      </WidgetSettingsProvider>
    </ExtensionBoundary>
  )
  if (widget.item.frame === 'none' && !tools) {
    return (
      <section className={styles.bare} aria-label={title}>
        {content}
      </section>
    )
  }
  return (
    <section className={fold ? styles.line : styles.frame} aria-labelledby={id}>
      <div className={fold ? styles.words : styles.parts}>
        <div className={styles.head}>
          <h2 id={id} className={styles.title} title={title}>
            {title}
          </h2>
          {tools}
        </div>
        {/* What is arranged is looked at, and not used. */}
        <div ref={ref} className={styles.body} inert={tools !== undefined} hidden={fold === 'presumed'}>
          {content}
        </div>
      </div>
    </section>
  )
}

/** The title that the user has given it, else its own. */
export function useWidgetTitle(placed: PlacedWidget, widget: Extension<HomeWidget> | undefined): string {
  const text = useText()
  const own = placed.settings?.['title']
  return typeof own === 'string' && own.trim() !== '' ? own.slice(0, 100) : text(widget?.item.title ?? placed.widget)
}
