import { tryParseEntityRef } from '@portico/catalog/common'
import { query, useQuery, useText } from '@portico/core/web'
import { scaffolderApi, type Task } from '@portico/scaffolder/common'
import { InfoCard } from '@portico/ui'
import { useMemo } from 'react'
import { readPages } from '../../form/form-page.ts'
import { allAnswers } from '../../wizard/answers.ts'
import { Answers } from '../../wizard/Answers.tsx'
import { runningMessages } from '../messages.ts'
import styles from './RunPanels.module.css'

/** What the form was answered with, by the titles of its fields while the template is there. Secrets are never part of it. */
export function RunAnswers({ task: { spec } }: { readonly task: Task }) {
  const text = useText()
  const { parameters, templateInfo } = spec
  const ref = tryParseEntityRef(templateInfo?.entityRef ?? '', { defaultKind: 'template' })
  const { data } = useQuery({
    ...query(scaffolderApi.getParameterSchema, { params: { kind: 'template', namespace: 'default', name: '', ...ref } }),
    enabled: ref !== undefined && Object.keys(parameters).length > 0,
    retry: false,
  })
  const answers = useMemo(() => {
    // What was answered is shown, whatever is on now.
    const pages = data ? readPages(data.steps, { isFlagActive: () => true, layouts: new Set() }) : []
    return allAnswers(pages, parameters)
  }, [data, parameters])
  return (
    <InfoCard title={text(runningMessages.answers)}>
      {answers.length === 0 ? <p className={styles.quiet}>{text(runningMessages.noAnswers)}</p> : <Answers answers={answers} />}
    </InfoCard>
  )
}
