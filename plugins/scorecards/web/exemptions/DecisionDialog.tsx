import { alertApiRef, RequestErrorPanel, useApi, useCall, useText } from '@portico/core/web'
import { scorecardsApi, type Exemption } from '@portico/scorecards/common'
import { Button, Dialog, Textarea, TextInput, uiMessages } from '@portico/ui'
import { useState } from 'react'
import styles from './Exemptions.module.css'
import { exemptionMessages } from './messages.ts'

export interface DecisionDialogProps {
  readonly exemption: Exemption
  readonly decision: 'approve' | 'refuse'
  readonly onClose: () => void
}

/** Approves or refuses an exemption, with a note; who approves may choose another end. */
export function DecisionDialog({ exemption, decision, onClose }: DecisionDialogProps) {
  const text = useText()
  const alerts = useApi(alertApiRef)
  const { mutateAsync, isPending, error } = useCall(scorecardsApi.decideExemption)
  const [note, setNote] = useState('')
  const [until, setUntil] = useState(exemption.until.slice(0, 10))
  const isApproval = decision === 'approve'
  async function decide() {
    await mutateAsync({
      params: { id: exemption.id },
      body: { decision, ...(note.trim() !== '' && { note: note.trim() }), ...(isApproval && { until }) },
    })
    alerts.post({ message: text(isApproval ? exemptionMessages.approvedNow : exemptionMessages.refusedNow), display: 'transient' })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text(isApproval ? exemptionMessages.approveTitle : exemptionMessages.refuseTitle)}
      footer={
        <>
          <Button variant="default" disabled={isPending} onClick={onClose}>
            {text(uiMessages.cancel)}
          </Button>
          <Button loading={isPending} disabled={isApproval && until === ''} onClick={() => void decide().catch(() => undefined)}>
            {text(isApproval ? exemptionMessages.approve : exemptionMessages.refuse)}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {error && <RequestErrorPanel error={error} />}
        <p className={styles.reason}>
          {exemption.entityTitle}: {exemption.checkTitle}
        </p>
        <p className={styles.muted} dir="auto">
          {exemption.reason}
        </p>
        {isApproval && (
          <TextInput
            type="date"
            label={text(exemptionMessages.end)}
            description={text(exemptionMessages.endHelp)}
            value={until}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          />
        )}
        <Textarea
          label={text(exemptionMessages.note)}
          description={text(exemptionMessages.noteHelp)}
          rows={3}
          maxLength={2000}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
