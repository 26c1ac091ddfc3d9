import { ExtensionBoundary, inPlace, SlotItems, useSlot, type Extension } from '@portico/core/web'
import { Content } from '@portico/ui'
import { useEntity } from '../entity-context.tsx'
import { entityCards, entityNotices, type EntityCard } from '../slots.ts'
import { ownCards } from './cards/own-cards.ts'
import { NoticeArea } from './notices/NoticeArea.tsx'
import { ownNotices } from './notices/own-notices.ts'
import styles from './Overview.module.css'
import { useEntityPage } from './page-context.tsx'

/** The first tab: the cards of the entity. */
export function Overview() {
  const cards = useSlot(entityCards, { context: useEntity(), own: ownCards })
  const [main, side] = [inPlace(cards, 'main'), inPlace(cards, 'side')]
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
  if (asOf !== undefined) return undefined
  return (
    <NoticeArea>
      <SlotItems slot={entityNotices} context={entity} own={ownNotices}>
        {({ View }) => <View />}
      </SlotItems>
    </NoticeArea>
  )
}

function Column({ cards }: { cards: readonly Extension<EntityCard>[] }) {
  return (
    <div className={styles.column}>
      {cards.map(card => (
        <ExtensionBoundary key={card.id} extension={card}>
          <card.item.View />
        </ExtensionBoundary>
      ))}
    </div>
  )
}
