import { catalogPaths, type CatalogPreview, type EntityPreview } from '@portico/catalog/common'
import { KindIcon, shortenRef } from '@portico/catalog/web'
import { useText, type Message } from '@portico/core/web'
import { Chip, CodeBlock, DiffViewer, Link, Status, toYaml, type StatusKind } from '@portico/ui'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useId, useState } from 'react'
import type { ImportWay } from '../import/use-import-state.ts'
import { catalogImportMessages } from '../messages.ts'
import styles from './EntityList.module.css'
import { Mistakes } from './ProblemList.tsx'

const states: Readonly<Record<EntityPreview['state'], { readonly status?: StatusKind; readonly title: Message }>> = {
  new: { status: 'ok', title: catalogImportMessages.stateNew },
  changed: { title: catalogImportMessages.stateChanged },
  unchanged: { title: catalogImportMessages.stateUnchanged },
  conflict: { status: 'warning', title: catalogImportMessages.stateConflict },
  invalid: { status: 'error', title: catalogImportMessages.stateInvalid },
}

/** Every entity of the preview, those with mistakes first. Each can be unfolded. */
export function EntityList({ data, way }: { data: CatalogPreview; way: ImportWay }) {
  const text = useText()
  if (data.items.length === 0) return undefined
  return (
    <ul className={styles.entities} aria-label={text(catalogImportMessages.entities)}>
      {data.items.map((item, at) => (
        <Item key={`${item.ref} ${item.file} ${at}`} item={item} way={way} />
      ))}
    </ul>
  )
}

function Item({ item, way }: { item: EntityPreview; way: ImportWay }) {
  const text = useText()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { ref, file, line, state, errors, relations, needsRule } = item
  const kind = ref.slice(0, ref.indexOf(':'))
  const missing = relations.filter(({ end }) => end === 'missing').map(({ targetRef }) => targetRef)
  const { status, title } = states[state]
  return (
    <li className={styles.entity}>
      <button type="button" className={styles.head} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={16} className={styles.chevron} aria-hidden />
        <KindIcon kind={kind} size={18} />
        <span className={styles.name}>
          <bdi className={styles.title} title={ref}>
            {shortenRef(ref, { defaultKind: kind })}
          </bdi>
          <span className={styles.where}>{line === undefined ? file : text(catalogImportMessages.place, { file, line })}</span>
        </span>
        <span className={styles.state}>
          {status === undefined ? <Chip>{text(title)}</Chip> : <Status kind={status}>{text(title)}</Status>}
        </span>
      </button>
      {errors.length > 0 && <Mistakes label={ref} mistakes={errors} />}
      {missing.length > 0 && (
        <p className={`${styles.notice} ${styles.dangling}`}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>{text(catalogImportMessages.dangling, { refs: shortList(missing) })}</span>
        </p>
      )}
      {needsRule && <p className={styles.notice}>{text(catalogImportMessages.needsRule)}</p>}
      <div id={id} hidden={!isOpen} className={styles.details}>
        {isOpen && <Details item={item} way={way} />}
      </div>
    </li>
  )
}

function Details({ item, way }: { item: EntityPreview; way: ImportWay }) {
  const text = useText()
  const { ref, state, entity, before, holder, errors, line = 1 } = item
  if (state === 'invalid') {
    const marked = errors.flatMap(error => (error.line === undefined ? [] : [error.line - line + 1]))
    return item.text === undefined ? undefined : <CodeBlock code={item.text} language="yaml" lineNumbers marked={marked} maxHeight={320} />
  }
  return (
    <>
      {state === 'conflict' && <p>{text(catalogImportMessages.conflictText, { holder: holder ?? '' })}</p>}
      {state !== 'conflict' && way === 'text' && holder !== undefined && <p>{text(catalogImportMessages.heldBy, { holder })}</p>}
      {before && <Link to={catalogPaths.entity(ref)}>{ref}</Link>}
      {!entity ? (
        <p className={styles.quiet}>{text(catalogImportMessages.tooLong)}</p>
      ) : before && state !== 'unchanged' ? (
        <DiffViewer
          label={text(catalogImportMessages.difference, { name: ref })}
          before={toYaml(before)}
          after={toYaml(entity)}
          layout="unified"
        />
      ) : (
        <CodeBlock code={toYaml(entity)} language="yaml" maxHeight={320} />
      )}
    </>
  )
}

const maxListed = 5

function shortList(refs: readonly string[]): string {
  const unique = [...new Set(refs)]
  const shown = unique.slice(0, maxListed).join(', ')
  return unique.length > maxListed ? `${shown}, +${unique.length - maxListed}` : shown
}
