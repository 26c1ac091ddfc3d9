import { EmptyState, type EmptyStateProps } from '@portico/ui'
import { createContext, use, useLayoutEffect } from 'react'

/** Folds the widget that it is called in, until what it returns is called. Undefined where widgets do not fold. */
export const FoldWidget = createContext<(() => () => void) | undefined>(undefined)

/** What a widget of the home page shows when it has nothing to show: it folds to one line, with the sentence beside its title. */
export function EmptyWidget({ title, children, action, icon }: Pick<EmptyStateProps, 'title' | 'children' | 'action' | 'icon'>) {
  const fold = use(FoldWidget)
  // Before the browser paints, so that nobody sees the tall one.
  useLayoutEffect(() => fold?.(), [fold])
  if (!fold) {
    return (
      <EmptyState size="small" icon={icon} title={title} action={action}>
        {children}
      </EmptyState>
    )
  }
  return (
    <>
      <span>{children ?? title}</span> {action}
    </>
  )
}
