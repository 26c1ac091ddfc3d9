import { query, useQuery } from '@portico/core/web'
import { scaffolderApi } from '@portico/scaffolder/common'
import { useMemo } from 'react'
import { useFormFields } from '../form/use-form-fields.ts'
import { completeTemplate } from './complete-template.ts'

/** Completes templates with the installed actions and the fields of forms. */
export function useCompletion() {
  const { data: actions } = useQuery(query(scaffolderApi.listActions))
  const { fields } = useFormFields()
  return useMemo(() => {
    const sources = { actions: actions ?? [], fields: [...(fields?.keys() ?? [])] }
    return (text: string, offset: number) => completeTemplate(text, offset, sources)
  }, [actions, fields])
}
