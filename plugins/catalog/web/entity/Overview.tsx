import { PluginBoundary, useConfig } from '@portico/core/web'
import { Content } from '@portico/ui'
import { useMemo } from 'react'
import { useEntity } from '../entity-context.tsx'
import { entityCards, entityNotices, type EntityCard } from '../slots.ts'
import { ownCards } from './cards/own-cards.ts'
import { useFilled, type Filled } from './filled.ts'
import { cardsOf, layoutOf, readLayouts } from './layout.ts'
import { NoticeArea } from './notices/NoticeArea.tsx'
import { ownNotices } from './notices/own-notices.ts'
import styles from './Overview.module.css'
import { useEntityPage } from './page-context.tsx'

/** The first tab: what there is to know about the entity at a glance. */
export function Overview() {
  const entity = useEntity()
  const config = useConfig()
  const layout = useMemo(() => layoutOf(entity, readLayouts(config)), [entity, config])
  const filled = useFilled(entityCards, ownCards).filter(({ item }) => item.isFor?.(entity) ?? true)
  const replaced = new Set(filled.flatMap(({ item }) => item.replaces ?? []))
  const cards = filled.filter(({ item }) => !replaced.has(item.id)).map(toPlaced)
  const [main, side] = [cardsOf('main', cards, layout), cardsOf('side', cards, layout)]
  return (
    <>
      <Notices />
      <Content>
        <div className={`${styles.columns} ${main.length === 0 || side.length === 0 ? styles.single : ''}`}>
          {[main, side].map((column, index) => column.length > 0 && <Column key={index} cards={column} />)}
        </div>
      </Content>
    </>
  )
}

function Notices() {
  const entity = useEntity()
  const { asOf } = useEntityPage()
  const notices = useFilled(entityNotices, ownNotices).filter(({ item }) => item.isFor?.(entity) ?? true)
  if (asOf !== undefined) return undefined
  return (
    <NoticeArea>
      {notices.map(({ plugin, item: { id, View } }) => (
        <PluginBoundary key={`${plugin}.${id}`} plugin={plugin}>
          <View />
        </PluginBoundary>
      ))}
    </NoticeArea>
  )
}

function Column({ cards }: { cards: readonly ReturnType<typeof toPlaced>[] }) {
  return (
    <div className={styles.column}>
      {cards.map(({ id, plugin, View }) => (
        <PluginBoundary key={`${plugin}.${id}`} plugin={plugin}>
          <View />
        </PluginBoundary>
      ))}
    </div>
  )
}

function toPlaced({ plugin, item }: Filled<EntityCard>) {
  return { ...item, plugin }
}
