import { EntityLink, useEntityPresentation } from '@portico/catalog/web'
import { Link, query, RequestErrorPanel, usePermission, useQuery, useText } from '@portico/core/web'
import { askExemptionPermission, scorecardsApi, scorecardsPaths, type EntityResult, type HistoryEntry } from '@portico/scorecards/common'
import { Button, Markdown, RelativeTime, SkeletonRows, useDate } from '@portico/ui'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import { AskDialog } from '../exemptions/AskDialog.tsx'
import { ExemptionList } from '../exemptions/ExemptionList.tsx'
import { exemptionMessages } from '../exemptions/messages.ts'
import { Fix } from '../parts/Fix.tsx'
import { fixMessages } from '../parts/fix-messages.ts'
import { pageMessages } from '../parts/page-messages.ts'
import { ResultBadge } from '../parts/ResultBadge.tsx'
import { ResultReasonText, toWords } from '../parts/ResultReasonText.tsx'
import { resultMessages } from '../parts/result-messages.ts'
import { SeverityBadge } from '../parts/SeverityBadge.tsx'
import styles from './Entity.module.css'
import { entityMessages } from './messages.ts'
import { useEntityParams } from './use-entity-scores.ts'

export interface ResultRowProps {
  readonly result: EntityResult
  readonly entityRef: string
  readonly isPast: boolean
}

/** A result in one line; opened, it says why, how to fix it, what was read, and how it was before. */
export function ResultRow({ result, entityRef, isPast }: ResultRowProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.result} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.summary}>
        <IconChevronRight size={14} aria-hidden className={styles.arrow} />
        <ResultBadge result={result.state} />
        <span className={styles.title}>
          {result.title}
          {result.reason && (
            <span className={styles.reason}>
              <ResultReasonText result={result} />
            </span>
          )}
        </span>
        <SeverityBadge severity={result.severity} />
        <span className={styles.since}>
          <RelativeTime at={result.since} isPast />
        </span>
      </summary>
      {isOpen && <Details result={result} entityRef={entityRef} isPast={isPast} />}
    </details>
  )
}

function Details({ result, entityRef, isPast }: ResultRowProps) {
  const text = useText()
  const date = useDate()
  const { why, fix, inputs, exemption, checkedAt, owner } = result
  return (
    <div className={styles.details}>
      {fix && (
        <section className={styles.part} aria-label={text(fixMessages.howToFix)}>
          <h3 className={styles.small}>{text(fixMessages.howToFix)}</h3>
          <Fix fix={fix} />
        </section>
      )}
      <section className={styles.part} aria-label={text(entityMessages.why)}>
        <h3 className={styles.small}>{text(entityMessages.why)}</h3>
        <Markdown>{why}</Markdown>
      </section>
      {inputs.length > 0 && (
        <section className={styles.part} aria-label={text(entityMessages.read)}>
          <h3 className={styles.small}>{text(entityMessages.read)}</h3>
          <ul className={styles.inputs}>
            {inputs.map(({ name, value, at }) => (
              <li key={name}>
                <code>{name}</code>
                <span>{toWords(value, Infinity) ?? <em>{text(resultMessages.nothing)}</em>}</span>
                {at !== undefined && <span className={styles.muted}>{date(at)}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <History check={result.check} />
      {exemption && (
        <section className={styles.part} aria-label={text(pageMessages.exemption)}>
          <h3 className={styles.small}>{text(pageMessages.exemption)}</h3>
          <ExemptionList exemptions={[exemption]} hasCheck={false} />
        </section>
      )}
      <div className={styles.buttons}>
        <Link to={scorecardsPaths.check(result.check)}>{text(pageMessages.check)}</Link>
        <EntityLink entity={owner} defaultKind="group" />
        <span className={styles.muted}>
          {text(entityMessages.checked)} <RelativeTime at={checkedAt} isPast />
        </span>
        {!isPast && (result.state === 'fail' || result.state === 'unknown') && exemption?.state !== 'asked' && (
          <AskButton result={result} entityRef={entityRef} />
        )}
      </div>
    </div>
  )
}

function AskButton({ result, entityRef }: Pick<ResultRowProps, 'result' | 'entityRef'>) {
  const text = useText()
  const { primaryTitle } = useEntityPresentation(entityRef)
  const { allowed } = usePermission({ permission: askExemptionPermission })
  const [isOpen, setOpen] = useState(false)
  if (!allowed) return undefined
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {text(exemptionMessages.ask)}
      </Button>
      {isOpen && (
        <AskDialog
          entityRef={entityRef}
          entityTitle={primaryTitle}
          check={{ name: result.check, title: result.title }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const maxEntries = 10

/** When the result changed, and why. */
function History({ check }: { check: string }) {
  const text = useText()
  const params = useEntityParams()
  const { data, error, refetch } = useQuery(query(scorecardsApi.listHistory, { params, query: { check, limit: maxEntries } }))
  return (
    <section className={styles.part} aria-label={text(entityMessages.history)}>
      <h3 className={styles.small}>{text(entityMessages.history)}</h3>
      {error ? (
        <RequestErrorPanel error={error} title={text(entityMessages.historyFailed)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={2} />
      ) : data.items.length === 0 ? (
        <p className={styles.muted}>{text(entityMessages.noHistory)}</p>
      ) : (
        <ol className={styles.list}>
          {data.items.map(entry => (
            <HistoryRow key={entry.at} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  )
}

function HistoryRow({ entry: { at, from, to, reason, inputs } }: { entry: HistoryEntry }) {
  const text = useText()
  return (
    <li className={styles.entry}>
      {to ? <ResultBadge result={to} /> : <span className={styles.muted}>{text(entityMessages.notApplied)}</span>}
      {from === undefined && <span className={styles.muted}>{text(entityMessages.firstChecked)}</span>}
      <span className={styles.since}>
        <RelativeTime at={at} isPast />
      </span>
      <span className={styles.muted}>
        <ResultReasonText result={{ inputs, ...(reason && { reason }) }} />
      </span>
    </li>
  )
}
