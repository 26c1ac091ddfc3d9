import { EntityLink } from '@portico/catalog/web'
import { alertApiRef, dialogApiRef, Link, useApi, useCall, useText } from '@portico/core/web'
import { scorecardsApi, scorecardsPaths, type Exemption } from '@portico/scorecards/common'
import { Button, RelativeTime, Status, type StatusKind } from '@portico/ui'
import { useState } from 'react'
import { useDay } from '../use-day.ts'
import { DecisionDialog } from './DecisionDialog.tsx'
import styles from './Exemptions.module.css'
import { exemptionMessages } from './messages.ts'

const looks: Readonly<Record<Exemption['state'], StatusKind>> = {
  asked: 'pending',
  approved: 'ok',
  refused: 'error',
  withdrawn: 'aborted',
  ended: 'aborted',
}

/** Exemptions: of what, from which check, why, until when, who asked and decided, and what can be done. */
export function ExemptionList({ exemptions, hasCheck = true }: { exemptions: readonly Exemption[]; hasCheck?: boolean }) {
  const text = useText()
  return (
    <ul className={styles.list} aria-label={text(exemptionMessages.all)}>
      {exemptions.map(exemption => (
        <ExemptionRow key={exemption.id} exemption={exemption} hasCheck={hasCheck} />
      ))}
    </ul>
  )
}

function ExemptionRow({ exemption, hasCheck }: { exemption: Exemption; hasCheck: boolean }) {
  const text = useText()
  const day = useDay()
  const { entityRef, check, checkTitle, state, reason, until, note } = exemption
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <span className={styles.head}>
          <EntityLink entity={entityRef} tab="scorecards" />
          {hasCheck && <Link to={scorecardsPaths.check(check)}>{checkTitle}</Link>}
          <Status kind={looks[state]}>{text(exemptionMessages[state])}</Status>
          <span className={styles.muted}>{text(exemptionMessages.until, { day: day(until) })}</span>
        </span>
        <p className={styles.reason} dir="auto">
          {reason}
        </p>
        <People exemption={exemption} />
        {note !== undefined && note !== '' && (
          <p className={styles.muted} dir="auto">
            {text(exemptionMessages.note)}: {note}
          </p>
        )}
      </div>
      <Actions exemption={exemption} />
    </li>
  )
}

function People({ exemption: { askedBy, askedAt, decidedBy, decidedAt, state } }: { exemption: Exemption }) {
  const text = useText()
  return (
    <p className={styles.muted}>
      <Sentence words={text(exemptionMessages.askedBy, slots)} person={askedBy} at={askedAt} />
      {decidedBy !== undefined && decidedAt !== undefined && (
        <>
          {' · '}
          <Sentence
            words={text(exemptionMessages.decidedBy, { state: text(exemptionMessages[state]), ...slots })}
            person={decidedBy}
            at={decidedAt}
          />
        </>
      )}
    </p>
  )
}

/** Where the words have what is drawn: each language has its own order. */
const slots = { name: '\uE000', when: '\uE001' }

function Sentence({ words, person, at }: { readonly words: string; readonly person: string; readonly at: string }) {
  return words.split(/([\uE000\uE001])/).map((part, index) => {
    if (part === slots.name) return <EntityLink key={index} entity={person} defaultKind="user" hideIcon />
    return part === slots.when ? <RelativeTime key={index} at={at} isPast /> : part
  })
}

function Actions({ exemption }: { exemption: Exemption }) {
  const text = useText()
  const dialogs = useApi(dialogApiRef)
  const alerts = useApi(alertApiRef)
  const [decision, setDecision] = useState<'approve' | 'refuse'>()
  const withdraw = useCall(scorecardsApi.withdrawExemption)
  const { id, entityTitle: name, checkTitle: check, state, mayDecide, mayWithdraw } = exemption
  const canDecide = mayDecide && state === 'asked'
  const canEnd = mayWithdraw && (state === 'asked' || state === 'approved')
  if (!canDecide && !canEnd) return undefined
  async function end() {
    const isDone = await dialogs.confirm({
      title: exemptionMessages.withdrawTitle,
      message: text(exemptionMessages.withdrawText, { name, check }),
      confirm: exemptionMessages.withdraw,
      destructive: true,
      run: async () => void (await withdraw.mutateAsync({ params: { id } })),
    })
    if (isDone) alerts.post({ message: text(exemptionMessages.endedNow), display: 'transient' })
  }
  return (
    <div className={styles.actions}>
      {canDecide && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={text(exemptionMessages.approveOf, { name })}
            onClick={() => setDecision('approve')}
          >
            {text(exemptionMessages.approve)}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={text(exemptionMessages.refuseOf, { name })}
            onClick={() => setDecision('refuse')}
          >
            {text(exemptionMessages.refuse)}
          </Button>
        </>
      )}
      {canEnd && !canDecide && (
        <Button size="compact-sm" variant="default" aria-label={text(exemptionMessages.withdrawOf, { name })} onClick={() => void end()}>
          {text(exemptionMessages.withdraw)}
        </Button>
      )}
      {decision && <DecisionDialog exemption={exemption} decision={decision} onClose={() => setDecision(undefined)} />}
    </div>
  )
}
