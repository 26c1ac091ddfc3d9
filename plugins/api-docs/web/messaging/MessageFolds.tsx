import type { PartLink } from '@portico/api-docs/common'
import { Fold } from '../definition/Fold.tsx'
import { ItemLink } from '../definition/ItemLink.tsx'
import { PartSection } from '../definition/PartHeader.tsx'
import { PartLinks } from '../members/PartLinks.tsx'
import { PartOnDemand } from '../members/PartOnDemand.tsx'
import { MessageBody } from './MessageBody.tsx'
import styles from './Messaging.module.css'

/** More messages than these are only links. */
const maxFolds = 20

/** Messages, each of which unfolds; a single one is open. */
export function MessageFolds({ title, links }: { readonly title?: string; readonly links: readonly PartLink[] }) {
  if (links.length === 0) return undefined
  const folds =
    links.length > maxFolds ? (
      <PartLinks links={links} />
    ) : (
      <div className={styles.folds}>
        {links.map(({ id, label }) => (
          <Fold key={id} framed title={label} initiallyOpen={links.length === 1}>
            {() => (
              <PartOnDemand id={id}>
                {part =>
                  part.kind === 'message' && (
                    <>
                      <p className={styles.sentence}>
                        <ItemLink id={id}>{part.title ?? part.name}</ItemLink>
                      </p>
                      <MessageBody part={part} />
                    </>
                  )
                }
              </PartOnDemand>
            )}
          </Fold>
        ))}
      </div>
    )
  return title === undefined ? folds : <PartSection title={title}>{folds}</PartSection>
}
