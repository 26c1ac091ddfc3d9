import { aboutId } from '@portico/api-docs/common'
import { Link, useText, useTitle } from '@portico/core/web'
import { Button, Drawer, EmptyState, lazyView } from '@portico/ui'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { useEffect, useRef, useState } from 'react'
import { useDefinition } from './definition-context.tsx'
import { useDefinitionView } from './definition-view.ts'
import styles from './DefinitionFrame.module.css'
import { ItemList } from './ItemList.tsx'
import { definitionMessages } from './messages.ts'
import { LoadedPart } from './LoadedPart.tsx'

const TextView = lazyView(async () => (await import('./TextView.tsx')).TextView)

/** The items of a definition, and one of them. */
export function DocsView() {
  const { outline } = useDefinition()
  const { item } = useDefinitionView()
  const first = outline.items[0]?.id
  const shown = item ?? first
  const article = useArticleInView(item)
  useTitle(item === undefined ? undefined : (outline.items.find(({ id }) => id === item)?.label ?? item))
  if (outline.items.length === 0 && item === undefined) return <WithoutItems />
  return (
    <div className={styles.columns}>
      {outline.items.length > 0 && (
        <>
          <div className={styles.side}>
            <ItemList selected={shown} />
          </div>
          <ItemSheet shown={shown} />
        </>
      )}
      <div ref={article} className={styles.article}>
        {item === undefined && <LoadedPart id={aboutId} />}
        {shown !== undefined && <LoadedPart key={shown} id={shown} />}
      </div>
    </div>
  )
}

/** Brings the beginning of another item into view; that of the first one is where it is. */
function useArticleInView(item: string | undefined) {
  const article = useRef<HTMLDivElement>(null)
  const last = useRef(item)
  useEffect(() => {
    if (last.current === item) return
    last.current = item
    const top = article.current?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > window.innerHeight / 2) article.current?.scrollIntoView({ block: 'start' })
  }, [item])
  return article
}

/** On a phone the list is a sheet, opened by what is shown now. */
function ItemSheet({ shown }: { readonly shown: string | undefined }) {
  const text = useText()
  const { outline } = useDefinition()
  const [isOpen, setOpen] = useState(false)
  const label = outline.items.find(({ id }) => id === shown)?.label ?? shown
  return (
    <div className={styles.sheet}>
      <Button
        variant="default"
        fullWidth
        justify="flex-start"
        leftSection={<IconList size={16} aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className={styles.sheetLabel}>
          {text(definitionMessages.contents)}: {label}
        </span>
      </Button>
      <Drawer open={isOpen} onClose={() => setOpen(false)} title={text(definitionMessages.contents)} side="left">
        <div className={styles.sheetList}>
          <ItemList selected={shown} onChoose={() => setOpen(false)} />
        </div>
      </Drawer>
    </div>
  )
}

/** A definition of which nothing could be read, or that is only a text. */
function WithoutItems() {
  const text = useText()
  const { outline } = useDefinition()
  if (outline.format === 'text' || outline.failure !== undefined) return <TextView />
  return (
    <div className={styles.article}>
      <LoadedPart id={aboutId} />
      <EmptyState size="small" title={text(definitionMessages.empty)} action={<Link to="?view=text">{text(definitionMessages.text)}</Link>}>
        {text(definitionMessages.emptyHint)}
      </EmptyState>
    </div>
  )
}
