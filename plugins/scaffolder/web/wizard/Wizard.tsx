import { isRecord, textOf } from '@portico/core/common'
import { RequestErrorPanel, useText, type Message } from '@portico/core/web'
import type { ParameterSchema } from '@portico/scaffolder/common'
import { Button, RelativeTime, WarningPanel } from '@portico/ui'
import { useEffect, useState, type ReactNode } from 'react'
import type { FormFields } from '../form/fields-context.ts'
import { FormSteps } from '../form/FormSteps.tsx'
import { withoutSecrets } from '../form/secret-answers.ts'
import { useForm, type FormState } from '../form/use-form.ts'
import { scaffolderMessages } from '../messages.ts'
import { AnswerList } from './AnswerList.tsx'
import { useDraftStore, type DraftStore } from './draft.ts'
import { Plan } from './Plan.tsx'
import styles from './Review.module.css'
import { useCreateTask } from './use-create-task.ts'
import { usePlan } from './use-plan.ts'
import { useInitialValues } from './use-initial-values.ts'
import { useDraftWriter } from './use-draft-writer.ts'
import { useWizardPage } from './use-wizard-page.ts'

export interface WizardProps {
  readonly templateRef: string
  readonly schema: ParameterSchema
  readonly fields: FormFields
  /** Begins again without answers. */
  readonly onStartAfresh: () => void
  /** Begins again with the draft as it is now. */
  readonly onReload: () => void
}

/** The form of a template: its pages, a review with what will be made, and then its run. */
export function Wizard({ templateRef, schema, fields, onStartAfresh, onReload }: WizardProps) {
  const text = useText()
  const drafts = useDraftStore(templateRef)
  const initial = useInitialValues(drafts)
  const form = useForm({ steps: schema.steps, fields, initial: initial.values })
  const { at, move } = useWizardPage(form)
  const writer = useDraftWriter(form, drafts, initial.prefill)
  const changedElsewhereAt = useOtherTab(drafts, form)
  const task = useCreateTask(templateRef, schema, writer.finish)
  const labels = labelsOf(schema)
  const isReview = at === form.pages.length
  const plan = usePlan({ templateRef, values: form.answers(), secrets: form.store.secrets.get(), enabled: isReview })
  return (
    <div className={styles.wizard} onInputCapture={writer.touch} onClickCapture={writer.touch}>
      <div className={styles.notices}>
        {initial.isPrefillBad && <WarningPanel title={text(scaffolderMessages.badPrefill)} />}
        {initial.restoredAt !== undefined && (
          <Notice
            message={scaffolderMessages.restored}
            at={initial.restoredAt}
            action={scaffolderMessages.startAfresh}
            onAction={() => {
              writer.finish()
              onStartAfresh()
            }}
          >
            {text(scaffolderMessages.secretsLeftOut)}
          </Notice>
        )}
        {changedElsewhereAt !== undefined && (
          <Notice
            message={scaffolderMessages.otherTab}
            at={changedElsewhereAt}
            action={scaffolderMessages.useOtherTab}
            onAction={() => {
              writer.yield()
              onReload()
            }}
          >
            {text(scaffolderMessages.otherTabHelp)}
          </Notice>
        )}
        {task.unknown.map(({ name }) => (
          <WarningPanel key={name} title={text(scaffolderMessages.unknownDecorator, { name })} />
        ))}
        {task.error && <RequestErrorPanel error={task.error} title={text(scaffolderMessages.createFailed)} />}
      </div>
      <FormSteps
        label={text(scaffolderMessages.steps)}
        form={form}
        at={at}
        onMove={move}
        review={{
          title: text(scaffolderMessages.review),
          // Only what is shown is worked out.
          content: isReview && (
            <div className={styles.review}>
              <div className={styles.column}>
                <AnswerList form={form} onChange={move} />
              </div>
              <div className={styles.column}>
                <Plan plan={plan} />
              </div>
            </div>
          ),
        }}
        labels={{
          ...labels,
          finish: labels.finish ?? text(scaffolderMessages.createButton),
          review: labels.review ?? text(scaffolderMessages.review),
        }}
        onFinish={() => void task.create({ values: form.answers(), secrets: form.store.secrets.get() })}
        busy={task.isCreating}
        blocked={isReview && plan.failure.isCertain}
      />
    </div>
  )
}

interface NoticeProps {
  /** With `{when}` in it. */
  readonly message: Message<`${string}{when}${string}`>
  readonly at: number
  readonly action: Message
  readonly onAction: () => void
  readonly children: ReactNode
}

/** Something about the draft, and when it was. */
function Notice({ message, at, action, onAction, children }: NoticeProps) {
  const text = useText()
  // The time stands where the language puts it.
  const [before, after] = text(message, { when: '\u0000' }).split('\u0000')
  return (
    <WarningPanel
      severity="info"
      title={
        <>
          {before}
          <RelativeTime at={new Date(at).toISOString()} />
          {after}
        </>
      }
      action={
        <Button variant="default" size="xs" onClick={onAction}>
          {text(action)}
        </Button>
      }
    >
      {children}
    </WarningPanel>
  )
}

/** `presentation.buttonLabels` of a template. */
function labelsOf({ presentation }: ParameterSchema) {
  const labels = isRecord(presentation) && isRecord(presentation['buttonLabels']) ? presentation['buttonLabels'] : {}
  return {
    back: textOf(labels['backButtonText']),
    review: textOf(labels['reviewButtonText']),
    finish: textOf(labels['createButtonText']),
  }
}

/** When the draft of this form was changed in another tab, in milliseconds; undefined while nothing there differs from here. */
function useOtherTab(drafts: DraftStore, { store, pages }: FormState): number | undefined {
  const [changedAt, setChangedAt] = useState<number>()
  useEffect(
    () =>
      drafts.onOtherTab(() => {
        const draft = drafts.read()
        const own = withoutSecrets(pages, store.values.get())
        const isOther = draft !== undefined && JSON.stringify(draft.values) !== JSON.stringify(own)
        setChangedAt(isOther ? draft.at : undefined)
      }),
    [drafts, store, pages],
  )
  return changedAt
}
