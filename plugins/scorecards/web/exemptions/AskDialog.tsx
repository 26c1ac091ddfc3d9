import { alertApiRef, RequestErrorPanel, useApi, useCall, useText } from '@portico/core/web'
import { scorecardsApi } from '@portico/scorecards/common'
import { Button, Dialog, Textarea, TextInput, uiMessages } from '@portico/ui'
import { useState } from 'react'
import styles from './Exemptions.module.css'
import { exemptionMessages } from './messages.ts'

const minReason = 10
const dayMs = 86_400_000
const defaultDays = 90

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

export interface AskDialogProps {
  readonly entityRef: string
  readonly entityTitle: string
  readonly check: { readonly name: string; readonly title: string }
  readonly onClose: () => void
}

/** Asks that an entity be exempt from a check, with the reason and the end. */
export function AskDialog({ entityRef, entityTitle, check, onClose }: AskDialogProps) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const { mutateAsync, isPending, error } = useCall(scorecardsApi.askExemption)
  const [now] = useState(Date.now)
  const [reason, setReason] = useState('')
  const [until, setUntil] = useState(() => dayOf(now + defaultDays * dayMs))
  const [isTried, setTried] = useState(false)
  const isShort = reason.trim().length < minReason
  const isPast = until <= dayOf(now)
  async function ask() {
    setTried(true)
    if (isShort || isPast) return
    await mutateAsync({ body: { check: check.name, entityRef, reason: reason.trim(), until } })
    alerts.post({ message: text(exemptionMessages.asking), display: 'transient' })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(exemptionMessages.ask)}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {text(uiMessages.cancel)}
          </Button>
          <Button loading={isPending} onClick={() => void ask().catch(() => undefined)}>
            {text(exemptionMessages.ask)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error && <RequestErrorPanel error={error} />}
        <p className={styles.reason}>{text(exemptionMessages.askFor, { name: entityTitle, check: check.title })}</p>
        <Textarea
          label={text(exemptionMessages.reason)}
          description={text(exemptionMessages.reasonHelp)}
          error={isTried && isShort ? text(exemptionMessages.reasonShort) : undefined}
          rows={4}
          maxLength={2000}
          value={reason}
          data-autofocus
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <TextInput
          type="date"
          label={text(exemptionMessages.end)}
          description={text(exemptionMessages.endHelp)}
          error={isTried && isPast ? text(exemptionMessages.endPast) : undefined}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
