import { useText, useRouteRef } from '@portico/core/web'
import { Button, FilterToggle, Link, SearchField, uiMessages } from '@portico/ui'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import type { ReactNode } from 'react'
import { catalogMessages } from '../messages.ts'
import { RegisterButton } from '../parts/RegisterButton.tsx'
import { createComponentRoute } from '../routes.ts'
import type { KindList } from './kind-list.ts'
import styles from './IndexToolbar.module.css'

/** The debounce of the search. */
const searchDelayMs = 250

export interface IndexToolbarProps {
  /** Several of the kind, in words. */
  readonly kind: string
  /** The list is one of its own: what is registered there, and nothing is created. */
  readonly only: KindList | undefined
  readonly text: string
  readonly onText: (text: string) => void
  readonly filters: { readonly open: boolean; readonly active: number; readonly narrow: boolean; readonly onToggle: () => void }
  /** Layout, views and options of the list. */
  readonly children: ReactNode
}

/** The bar of the list: filters, search, and how it is shown. */
export function IndexToolbar({ kind, only, text: words, onText, filters, children }: IndexToolbarProps) {
  const text = useText()
  const createPath = useRouteRef(createComponentRoute)
  return (
    <div className={styles.bar}>
      <FilterToggle
        label={text(uiMessages.filters)}
        open={filters.open}
        active={filters.open ? 0 : filters.active}
        isDialog={filters.narrow}
        onToggle={filters.onToggle}
      />
      <div className={styles.search}>
        <SearchField
          value={words}
          // A trailing blank stays: the next word is still to come.
          onChange={next => onText(next.trim() === '' ? '' : next)}
          delayMs={searchDelayMs}
          label={text(catalogMessages.searchKind, { kind })}
        />
      </div>
      {children}
      <RegisterButton title={only?.registerTitle} className={styles.create} isIcon={filters.narrow} />
      {createPath && !only && (
        <Button
          component={Link}
          to={createPath()}
          plain
          size="xs"
          className={styles.create}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {text(catalogMessages.createComponent)}
        </Button>
      )}
    </div>
  )
}
