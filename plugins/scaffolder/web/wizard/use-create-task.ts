import { isRecord, textOf } from '@portico/core/common'
import { useAnalytics, useApi, useApis, useNavigate, useQueryCache, useRouteRef, useSlot } from '@portico/core/web'
import { scaffolderApi, type JsonObject, type ParameterSchema } from '@portico/scaffolder/common'
import { useState } from 'react'
import type { DecoratedForm } from '../form/form-field.ts'
import { taskRoute } from '../routes.ts'
import { scaffolderClientApiRef } from '../apis.ts'
import { formDecorators } from '../slots.ts'

/** The decorators that a template names. */
export function decoratorsOf({ formDecorators: named = [] }: Pick<ParameterSchema, 'formDecorators'>) {
  return named.filter(isRecord).flatMap(({ id, input }) => {
    const name = textOf(id)
    return name === undefined ? [] : [{ name, input: isRecord(input) ? (input as JsonObject) : {} }]
  })
}

/** Creates the task of a form, once: its decorators complete it, then its run is shown. */
export function useCreateTask(templateRef: string, schema: Pick<ParameterSchema, 'formDecorators'>, onCreated: () => void) {
  const client = useApi(scaffolderClientApiRef)
  const api = useApis()
  const known = useSlot(formDecorators)
  const cache = useQueryCache()
  const navigate = useNavigate()
  const { captureEvent } = useAnalytics()
  const toTask = useRouteRef(taskRoute)
  const [isCreating, setCreating] = useState(false)
  const [error, setError] = useState<Error>()

  async function decorate(form: DecoratedForm): Promise<DecoratedForm> {
    let current = form
    for (const { name, input } of decoratorsOf(schema)) {
      const decorator = known.find(({ item }) => item.name === name)?.item
      if (decorator) current = await decorator.decorate(current, { input, api })
    }
    return current
  }

  async function create(form: DecoratedForm): Promise<void> {
    setCreating(true)
    setError(undefined)
    try {
      const { values, secrets } = await decorate(form)
      const taskId = await client.scaffold({ templateRef, values, secrets })
      captureEvent('create', templateRef)
      onCreated()
      await navigate(toTask({ taskId }))
      void cache.invalidate(scaffolderApi.createTask)
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)))
      setCreating(false)
    }
  }

  return { create, isCreating, error, unknown: decoratorsOf(schema).filter(({ name }) => !known.some(({ item }) => item.name === name)) }
}
