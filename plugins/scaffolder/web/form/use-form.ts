import { featureFlagsApiRef, useApi, useApis, useObservable, useSlot, useText } from '@portico/core/web'
import type { JsonObject, ParameterSchema } from '@portico/scaffolder/common'
import { useDeferredValue, useMemo, useState } from 'react'
import { formLayouts } from '../slots.ts'
import { runFieldChecks } from './field-checks.ts'
import type { FormFields } from './fields-context.ts'
import { readPages, type FormPage } from './form-page.ts'
import { useNewFormStore, type FormStore } from './form-values.tsx'
import { checkPage, shownValues, withDefaults, type FieldProblem } from './page-check.ts'
import { problemWords } from './problem-words.ts'
import { withoutSecrets } from './secret-answers.ts'

/** A problem in the user's language. */
export interface ShownProblem {
  readonly path: readonly (string | number)[]
  readonly title: string
  readonly message: string
}

export interface FormOptions {
  readonly steps: ParameterSchema['steps']
  readonly fields: FormFields
  readonly initial?: JsonObject
}

interface Checked {
  /** What validators said, and the answers they said it about. */
  readonly told: readonly (FieldProblem & { readonly about: unknown })[]
}

/** The state of a form over all its pages: the answers, the secrets, and what is wrong with them. */
export function useForm({ steps, fields, initial = {} }: FormOptions) {
  const text = useText()
  const api = useApis()
  const flags = useObservable(useApi(featureFlagsApiRef).active)
  const layouts = useSlot(formLayouts)
  const pages = useMemo(
    () => readPages(steps, { isFlagActive: name => flags.has(name), layouts: new Set(layouts.map(({ item }) => item.name)) }),
    [steps, flags, layouts],
  )
  // A run that is started over has only the mask of a secret: it must be typed again.
  const store = useNewFormStore(() => withDefaults(pages, withoutSecrets(pages, initial)))
  const [checked, setChecked] = useState<Readonly<Record<number, Checked>>>({})
  const [isChecking, setChecking] = useState(false)
  const values = useCheckedValues(store, checked)
  const problems = useMemo(
    () =>
      pages.map((page, at) =>
        values ? problemsOf(page, values, checked[at]).map(each => ({ ...each, message: problemWords(each, text) })) : [],
      ),
    [pages, values, checked, text],
  )

  /** Checks a page as a whole. What is wrong is shown at its fields, and given back. */
  async function check(at: number): Promise<readonly FieldProblem[]> {
    const page = pages[at]
    if (!page) return []
    setChecking(true)
    try {
      const given = store.values.get()
      const wrong = checkPage(page, given)
      const told = await runFieldChecks(page, { values: shownValues(pages, given), fields, api, text })
      setChecked(before => ({ ...before, [at]: { told: told.map(each => ({ ...each, about: valueAt(given, each.path) })) } }))
      return [...wrong, ...told]
    } finally {
      setChecking(false)
    }
  }

  return {
    pages,
    fields,
    store,
    isChecking,
    check,
    /** Whether a page can be left as far as its schema knows. */
    isComplete: (at: number) => {
      const page = pages[at]
      return page === undefined || checkPage(page, store.values.get()).length === 0
    },
    problems: (at: number): readonly ShownProblem[] => problems[at] ?? [],
    /** The answers that are shown: what a task is given. */
    answers: () => shownValues(pages, store.values.get()),
  }
}

export type FormState = ReturnType<typeof useForm>

const nothing = { get: () => undefined, subscribe: () => () => {} }

/**
 * The answers, for what is wrong with pages that were checked: undefined before the first check, so that nothing is drawn again while
 * somebody types. Later they follow the keys and never hold them up.
 */
function useCheckedValues({ values }: FormStore, checked: Readonly<Record<number, Checked>>): JsonObject | undefined {
  const isAny = Object.keys(checked).length > 0
  return useDeferredValue(useObservable<JsonObject | undefined>(isAny ? values : nothing))
}

/** Once a page was checked, what is wrong with it follows the answers. */
function problemsOf(page: FormPage, values: JsonObject, last: Checked | undefined): FieldProblem[] {
  if (!last) return []
  return [...checkPage(page, values), ...last.told.filter(({ path, about }) => valueAt(values, path) === about)]
}

function valueAt(values: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[key] : undefined),
    values,
  )
}
