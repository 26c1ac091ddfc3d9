import { entityRefOf, type Entity } from '@portico/catalog/common'
import { useText } from '@portico/core/web'
import { ActionIcon } from '@portico/ui'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarFilled from '@tabler/icons-react/dist/esm/icons/IconStarFilled.mjs'
import { catalogMessages } from '../messages.ts'
import { presentEntity } from '../presentation/entity-presentation.ts'
import { useStarredEntities } from '../starred/starred-entities.ts'
import styles from './StarButton.module.css'

export interface StarButtonProps {
  readonly entity: Entity | string
  /** 28 beside a title, 24 in a row. */
  readonly size?: number
}

/** A star that adds an entity to the user's starred ones, and removes it again. */
export function StarButton({ entity, size = 28 }: StarButtonProps) {
  const text = useText()
  const { isStarred, toggle } = useStarredEntities()
  const ref = typeof entity === 'string' ? entity : entityRefOf(entity)
  const on = isStarred(ref)
  // Beside an entity its kind is left out; a ref alone includes it.
  const context = typeof entity === 'string' ? {} : { defaultKind: entity.kind }
  const Icon = on ? IconStarFilled : IconStar
  return (
    <ActionIcon
      size={size}
      aria-pressed={on}
      aria-label={text(catalogMessages.starEntity, { name: presentEntity(entity, context).primaryTitle })}
      title={text(on ? catalogMessages.removeStar : catalogMessages.addStar)}
      className={styles.star}
      data-on={on || undefined}
      onClick={() => toggle(ref)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
