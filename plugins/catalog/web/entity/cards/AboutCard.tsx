import { annotations, parseLocationRef, toolAnnotations, tryParseEntityRef, type Entity } from '@portico/catalog/common'
import { useRouteRef, useText, type Message } from '@portico/core/web'
import { Button, InfoCard, isSafeAddress, Link, Markdown } from '@portico/ui'
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs'
import IconCode from '@tabler/icons-react/dist/esm/icons/IconCode.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useId, useState, type ReactNode } from 'react'
import { useEntity } from '../../entity-context.tsx'
import { viewTechDocsRoute } from '../../routes.ts'
import { annotationOf } from '../entity-values.ts'
import { entityMessages } from '../messages.ts'
import { AboutFacts } from './AboutFacts.tsx'
import styles from './AboutCard.module.css'

/** What an entity is, with links to its source, its documentation and its file. */
export function AboutCard() {
  const text = useText()
  const entity = useEntity()
  return (
    <InfoCard title={text(entityMessages.about)} action={<AboutLinks entity={entity} />}>
      <div className={styles.body}>
        <Description entity={entity} />
        <AboutFacts entity={entity} />
      </div>
    </InfoCard>
  )
}

function AboutLinks({ entity }: { entity: Entity }) {
  const docs = useDocs(entity)
  const source = sourceOf(entity)
  const edit = annotationOf(entity, annotations.editUrl)
  return (
    <div className={styles.links}>
      <AboutLink to={source} message={entityMessages.viewSource} icon={<IconCode size={16} aria-hidden />} />
      <AboutLink to={docs} message={entityMessages.viewDocs} icon={<IconBook size={16} aria-hidden />} />
      <AboutLink to={edit} message={entityMessages.edit} icon={<IconPencil size={16} aria-hidden />} />
    </div>
  )
}

function AboutLink({ to, message, icon }: { to: string | undefined; message: Message; icon: ReactNode }) {
  const text = useText()
  if (to === undefined || !isSafeAddress(to)) return undefined
  return (
    <Button component={Link} plain to={to} variant="subtle" color="gray" size="compact-sm" leftSection={icon}>
      {text(message)}
    </Button>
  )
}

/** The address of the entity's source for people: the folder of its source, else its own file. */
function sourceOf(entity: Entity): string | undefined {
  const location = annotationOf(entity, annotations.sourceLocation)
  return (location && targetOf(location)) ?? annotationOf(entity, annotations.viewUrl)
}

function targetOf(location: string): string | undefined {
  try {
    const { type, target } = parseLocationRef(location)
    return type === 'url' ? target : undefined
  } catch {
    return undefined
  }
}

/** The documentation of the entity, or of the entity that its annotation names. */
function useDocs(entity: Entity): string | undefined {
  const toDocs = useRouteRef(viewTechDocsRoute)
  if (!toDocs) return undefined
  const elsewhere = annotationOf(entity, toolAnnotations.techdocsEntity)
  if (elsewhere === undefined && annotationOf(entity, toolAnnotations.techdocsRef) === undefined) return undefined
  const { kind, metadata } = entity
  const documented = tryParseEntityRef(elsewhere ?? { kind, namespace: metadata.namespace, name: metadata.name })
  return documented && toDocs({ ...documented, namespace: documented.namespace.toLowerCase(), kind: documented.kind.toLowerCase() })
}

/** Longer descriptions are collapsed. */
const longFrom = 700

/** The description of the entity. A long one is collapsed. */
function Description({ entity }: { entity: Entity }) {
  const text = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  const words = entity.metadata.description
  if (!words) return <p className={styles.quiet}>{text(entityMessages.noDescription)}</p>
  const isLong = words.length > longFrom
  return (
    <div>
      <div id={id} dir="auto" className={`${styles.description} ${isLong && !open ? styles.folded : ''}`}>
        <Markdown>{words}</Markdown>
      </div>
      {isLong && (
        <Button variant="subtle" color="gray" size="compact-xs" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {text(open ? entityMessages.showLess : entityMessages.showMore)}
        </Button>
      )}
    </div>
  )
}
