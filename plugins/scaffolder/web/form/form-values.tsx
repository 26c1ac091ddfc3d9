import { createObservable, useObservable, type Observable } from '@portico/core/web'
import type { JsonObject } from '@portico/scaffolder/common'
import { createContext, use, useMemo, useState, type ReactNode } from 'react'

type Secrets = Readonly<Record<string, string>>

/** What fields of a form share: all answers, and the secrets, which are never stored. */
export interface FormStore {
  readonly values: Observable<JsonObject>
  readonly secrets: Observable<Secrets>
  setValues(values: JsonObject): void
  /** Sets one secret; undefined removes it. */
  setSecret(name: string, value: string | undefined): void
}

export function createFormStore(initial: JsonObject): FormStore {
  const values = createObservable(initial)
  const secrets = createObservable<Secrets>({})
  return {
    values,
    secrets,
    setValues: values.set,
    setSecret(name, value) {
      const { [name]: _before, ...rest } = secrets.get()
      secrets.set(value === undefined ? rest : { ...rest, [name]: value })
    },
  }
}

const Store = createContext<FormStore | undefined>(undefined)

export function FormStoreProvider({ store, children }: { store: FormStore; children: ReactNode }) {
  return <Store value={store}>{children}</Store>
}

function useFormStore(): FormStore {
  const store = use(Store)
  if (!store) throw new Error('This field is shown outside a form')
  return store
}

/** One answer of the form, wherever it is asked for. */
export function useFormValue(name: string): unknown {
  const { values } = useFormStore()
  return useObservable(useMemo(() => ({ get: () => values.get()[name], subscribe: values.subscribe }), [values, name]))
}

/** The secrets of the form. They go with the task, encrypted, and are neither answers nor part of a draft. */
export function useFormSecrets(): { readonly secrets: Secrets; readonly setSecret: FormStore['setSecret'] } {
  const store = useFormStore()
  return { secrets: useObservable(store.secrets), setSecret: store.setSecret }
}

/** A store that lives as long as the form. */
export function useNewFormStore(initial: () => JsonObject): FormStore {
  const [store] = useState(() => createFormStore(initial()))
  return store
}
