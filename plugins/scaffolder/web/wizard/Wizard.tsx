import { RequestErrorPanel, useText } from '@portico/core/web'
import type { ParameterSchema } from '@portico/scaffolder/common'
import { Button, RelativeTime, WarningPanel } from '@portico/ui'
import type { FormFields } from '../form/fields-context.ts'
import { FormSteps } from '../form/FormSteps.tsx'
import { isFields, textOf } from '../form/json-fields.ts'
import { useForm } from '../form/use-form.ts'
import { scaffolderMessages } from '../messages.ts'
import { AnswerList } from './AnswerList.tsx'
import { useDraftStore } from './draft.ts'
import { Plan } from './Plan.tsx'
import styles from './Review.module.css'
import { useCreateTask } from './use-create-task.ts'
import { useInitialValues } from './use-initial-values.ts'
import { useDraftWriter } from './use-draft-writer.ts'
import { useWizardPage } from './use-wizard-page.ts'

export interface WizardProps {
  readonly templateRef: string
  readonly schema: ParameterSchema
  readonly fields: FormFields
  /** Begins again without answers. */
  readonly onStartAfresh: () => void
}

/** The form of a template: its pages, a review with what will be made, and then its run. */
export function Wizard({ templateRef, schema, fields, onStartAfresh }: WizardProps) {
  const text = useText()
  const drafts = useDraftStore(templateRef)
  const initial = useInitialValues(drafts)
  const form = useForm({ steps: schema.steps, fields, initial: initial.values })
  const { at, move } = useWizardPage(form)
  const writer = useDraftWriter(form, drafts, initial.prefill)
  const task = useCreateTask(templateRef, schema, writer.finish)
  const labels = labelsOf(schema)
  return (
    <div className={styles.wizard} onInputCapture={writer.touch} onClickCapture={writer.touch}>
      <div className={styles.notices}>
        {initial.isPrefillBad && <WarningPanel title={text(scaffolderMessages.badPrefill)} />}
        {initial.restoredAt !== undefined && (
          <Restored
            at={initial.restoredAt}
            onStartAfresh={() => {
              writer.finish()
              onStartAfresh()
            }}
          />
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
          content: (
            <div className={styles.review}>
              <div className={styles.column}>
                <AnswerList form={form} onChange={move} />
              </div>
              <div className={styles.column}>
                <Plan templateRef={templateRef} values={form.answers()} secrets={form.store.secrets.get()} />
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
      />
    </div>
  )
}

function Restored({ at, onStartAfresh }: { readonly at: number; readonly onStartAfresh: () => void }) {
  const text = useText()
  // The time stands where the language puts it.
  const [before, after] = text(scaffolderMessages.restored, { when: '\u0000' }).split('\u0000')
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
        <Button variant="default" size="xs" onClick={onStartAfresh}>
          {text(scaffolderMessages.startAfresh)}
        </Button>
      }
    >
      {text(scaffolderMessages.secretsLeftOut)}
    </WarningPanel>
  )
}

/** `presentation.buttonLabels` of a template. */
function labelsOf({ presentation }: ParameterSchema) {
  const labels = isFields(presentation) && isFields(presentation['buttonLabels']) ? presentation['buttonLabels'] : {}
  return {
    back: textOf(labels['backButtonText']),
    review: textOf(labels['reviewButtonText']),
    finish: textOf(labels['createButtonText']),
  }
}
