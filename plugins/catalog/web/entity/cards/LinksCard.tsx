import { useText } from '@portico/core/web'
import { Button, InfoCard, useNumber } from '@portico/ui'
import { useState } from 'react'
import { useEntity } from '../../entity-context.tsx'
import { entityMessages } from '../messages.ts'
import { LinkList } from './LinkList.tsx'

const shownAtFirst = 8

/** The links of the entity. */
export function LinksCard() {
  const text = useText()
  const number = useNumber()
  const [all, showAll] = useState(false)
  const links = useEntity().metadata.links ?? []
  return (
    <InfoCard
      title={text(entityMessages.links)}
      action={
        links.length > shownAtFirst &&
        !all && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => showAll(true)}>
            {text(entityMessages.showAllCount, { count: number(links.length) })}
          </Button>
        )
      }
    >
      <LinkList links={all ? links : links.slice(0, shownAtFirst)} />
    </InfoCard>
  )
}
