import type { EntityMistake, Explanation } from '@portico/catalog/common'
import { useText, type Message } from '@portico/core/web'
import { Status, type StatusKind } from '@portico/ui'
import type { ReactNode } from 'react'
import { entityMessages } from '../messages.ts'
import styles from './ExplanationView.module.css'
import { SourceFacts } from './SourceFacts.tsx'
import { useMoments } from './use-moments.ts'

const states: Readonly<Record<Explanation['state'], readonly [StatusKind, Message]>> = {
  present: ['ok', entityMessages.statePresent],
  missing: ['pending', entityMessages.stateMissing],
  refused: ['error', entityMessages.stateRefused],
  failed: ['error', entityMessages.stateFailed],
  orphaned: ['warning', entityMessages.stateOrphaned],
  stale: ['warning', entityMessages.stateStale],
}

const reasonTitles: Readonly<Record<Explanation['reasons'][number]['code'], Message>> = {
  'in-catalog': entityMessages.reasonInCatalog,
  'never-seen': entityMessages.reasonNeverSeen,
  deleted: entityMessages.reasonDeleted,
  'not-yet-read': entityMessages.reasonNotYetRead,
  'not-yet-processed': entityMessages.reasonNotYetProcessed,
  'source-unreadable': entityMessages.reasonSourceUnreadable,
  'source-removed': entityMessages.reasonSourceRemoved,
  'not-in-source': entityMessages.reasonNotInSource,
  invalid: entityMessages.reasonInvalid,
  'kind-not-allowed': entityMessages.reasonKindNotAllowed,
  'name-taken': entityMessages.reasonNameTaken,
  'no-parent': entityMessages.reasonNoParent,
  'older-than-source': entityMessages.reasonOlderThanSource,
}

/** The state of an entity in a word. */
export function ExplainedState({ state }: Pick<Explanation, 'state'>) {
  const text = useText()
  const [kind, message] = states[state] ?? ['pending', state]
  return <Status kind={kind}>{text(message)}</Status>
}

/** Explains the state of an entity, or why it is missing, and what happens next. */
export function ExplanationView({ explanation }: { explanation: Explanation }) {
  const text = useText()
  const toWords = useMoments()
  const { state, reasons, next, errors, conflicts, sources } = explanation
  return (
    <div className={styles.view}>
      <ExplainedState state={state} />
      <ul className={styles.reasons}>
        {reasons.map(({ code, message }, index) => (
          <li key={index}>
            <p className={styles.strong}>{text(reasonTitles[code] ?? code)}</p>
            <p className={styles.quiet}>{toWords(message)}</p>
          </li>
        ))}
      </ul>
      <Part title={entityMessages.nextTitle}>
        <p>{toWords(next)}</p>
      </Part>
      {errors.length > 0 && (
        <Part title={entityMessages.errorsTitle}>
          <ul className={styles.reasons}>
            {errors.map((error, index) => (
              <li key={index}>
                <Mistake error={error} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {conflicts.length > 0 && (
        <Part title={entityMessages.conflictsTitle}>
          <ul className={styles.reasons}>
            {conflicts.map(({ holder, refused, since }, index) => (
              <li key={index}>{toWords(text(entityMessages.conflict, { holder, refused, since }))}</li>
            ))}
          </ul>
        </Part>
      )}
      {sources.length > 0 && (
        <Part title={entityMessages.sourcesTitle}>
          <ul className={styles.reasons}>
            {sources.map((source, index) => (
              <li key={index}>
                <SourceFacts source={source} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Part({ title, children }: { title: Message; children: ReactNode }) {
  const text = useText()
  return (
    <section>
      <h3 className={styles.title}>{text(title)}</h3>
      {children}
    </section>
  )
}

/** A mistake with its location. */
export function Mistake({ error: { name, message, location, line, path } }: { error: EntityMistake }) {
  const position = [location, line].filter(part => part !== undefined).join(':')
  return (
    <>
      <p className={styles.strong}>{name}</p>
      <p dir="auto">{message}</p>
      {(position !== '' || path) && <p className={styles.code}>{[position, path?.join('.')].filter(Boolean).join(' · ')}</p>}
    </>
  )
}
