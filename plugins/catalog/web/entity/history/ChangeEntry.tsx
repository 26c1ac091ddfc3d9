import type { EntityRelation, HistoryEntry } from '@portico/catalog/common'
import { ExtensionBoundary, useSlot, useText, type Message } from '@portico/core/web'
import { Button, DiffViewer, Link, RelativeTime, toYaml, WordDiff } from '@portico/ui'
import { useId, useState } from 'react'
import { EntityLink } from '../../parts/EntityLink.tsx'
import { historyBadges } from '../../slots.ts'
import { entityMessages } from '../messages.ts'
import { relationTitle } from '../relations/relation-groups.ts'
import { SourceName } from '../why/SourceFacts.tsx'
import { useChangeSentence } from './change-sentence.ts'
import { fieldChanges, type FieldChange } from './field-changes.ts'
import styles from './History.module.css'

const relationsShown = 20

/** What the page calls the fields that it shows. */
const fieldLabels: Readonly<Record<string, Message>> = {
  'spec.owner': entityMessages.owner,
  'spec.system': entityMessages.system,
  'spec.type': entityMessages.type,
  'spec.lifecycle': entityMessages.lifecycle,
  'metadata.description': entityMessages.description,
  'metadata.tags': entityMessages.tags,
}

/** One change: what it was, when, where it came from, and on demand what was before and after. */
export function ChangeEntry({ change, base, initiallyOpen }: { change: HistoryEntry; base: string; initiallyOpen: boolean }) {
  const text = useText()
  const id = useId()
  const sentence = useChangeSentence()(change)
  const [open, setOpen] = useState(initiallyOpen)
  const { at, kind, source, sourceRevision } = change
  // Times are in milliseconds: the change was made within it. What was deleted is shown as it was just before.
  const moment = new Date(new Date(at).getTime() + (kind === 'deleted' ? -1 : 1)).toISOString()
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <div className={styles.what}>
          <h3 id={id} className={styles.title}>
            {sentence}
          </h3>
          <p className={styles.quiet}>
            <RelativeTime at={at} />
            {source !== undefined && (
              <>
                {' · '}
                <SourceName name={source} short />
              </>
            )}
            {sourceRevision !== undefined && <span className={styles.revision}> @ {sourceRevision.slice(0, 12)}</span>}
          </p>
          <Badges change={change} />
        </div>
        <div className={styles.actions}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-expanded={open}
            aria-controls={`${id}-detail`}
            aria-describedby={id}
            onClick={() => setOpen(!open)}
          >
            {text(open ? entityMessages.hideChange : entityMessages.showChange)}
          </Button>
          <Link to={`${base}?asOf=${encodeURIComponent(moment)}`} aria-describedby={id} className={styles.asOf}>
            {text(entityMessages.viewAsOf)}
          </Link>
        </div>
      </div>
      <div id={`${id}-detail`} hidden={!open}>
        {open && <ChangeDetail change={change} label={sentence} />}
      </div>
    </li>
  )
}

/** What other plugins say about the change. */
function Badges({ change }: { change: HistoryEntry }) {
  const badges = useSlot(historyBadges, { context: change })
  return badges.map(badge => (
    <ExtensionBoundary key={badge.id} extension={badge}>
      <badge.item.View change={change} />
    </ExtensionBoundary>
  ))
}

function ChangeDetail({ change, label }: { change: HistoryEntry; label: string }) {
  const text = useText()
  const [raw, setRaw] = useState(false)
  const { before, after, relationsAdded, relationsRemoved } = change
  const fields = before && after ? fieldChanges(before, after) : []
  return (
    <div className={styles.detail}>
      {fields.length > 0 && (
        <section aria-label={text(entityMessages.changedValues)} className={styles.fields}>
          <dl>
            {fields.map(field => (
              <div key={field.path} className={styles.field}>
                <dt title={field.path}>{field.path in fieldLabels ? text(fieldLabels[field.path]!) : <code>{field.path}</code>}</dt>
                <dd>
                  <Values {...field} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      <Relations title={text(entityMessages.relationsAddedTitle)} relations={relationsAdded} />
      <Relations title={text(entityMessages.relationsRemovedTitle)} relations={relationsRemoved} />
      {(before ?? after) !== undefined && (
        <Button variant="default" size="compact-xs" aria-expanded={raw} onClick={() => setRaw(!raw)}>
          {text(raw ? entityMessages.hideFile : entityMessages.showFile)}
        </Button>
      )}
      {raw && <DiffViewer label={label} before={before ? toYaml(before) : ''} after={after ? toYaml(after) : ''} />}
    </div>
  )
}

/** Both values in one where both are there; else the one, and that there was or is none. */
function Values({ before, after }: FieldChange) {
  if (before !== undefined && after !== undefined) return <WordDiff before={before} after={after} />
  return before === undefined ? (
    <>
      <Nothing /> → <WordDiff before="" after={after ?? ''} />
    </>
  ) : (
    <>
      <WordDiff before={before} after="" /> → <Nothing />
    </>
  )
}

function Nothing() {
  const text = useText()
  return <span className={styles.quiet}>{text(entityMessages.notSet)}</span>
}

function Relations({ title, relations }: { title: string; relations: readonly EntityRelation[] }) {
  const text = useText()
  if (relations.length === 0) return undefined
  const rest = relations.length - relationsShown
  return (
    <div>
      <h4 className={styles.subtitle}>{title}</h4>
      <ul className={styles.relations} aria-label={title}>
        {relations.slice(0, relationsShown).map(({ type, targetRef }) => (
          <li key={`${type} ${targetRef}`}>
            <span className={styles.quiet}>{text(relationTitle(type))}</span>
            <EntityLink entity={targetRef} />
          </li>
        ))}
        {rest > 0 && <li className={styles.quiet}>{text(entityMessages.moreCount, { count: rest })}</li>}
      </ul>
    </div>
  )
}
