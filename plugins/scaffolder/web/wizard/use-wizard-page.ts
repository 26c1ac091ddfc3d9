import { isRecord } from '@portico/core/common'
import { useLocation, useNavigate, useParams, useRouteRef } from '@portico/core/web'
import { useEffect, useEffectEvent, useState } from 'react'
import { requestedCredentials } from '../fields/use-scm-token.ts'
import type { FormPage } from '../form/form-page.ts'
import type { FormState } from '../form/use-form.ts'
import { selectedTemplateRoute } from '../routes.ts'
import { isSecret } from '../form/secret-answers.ts'

/** Which page of the form is shown. Each has an address: none for the first, its number for others, `review` for the last. */
export function useWizardPage(form: FormState) {
  const { namespace = '', templateName = '', '*': rest = '' } = useParams()
  const toTemplate = useRouteRef(selectedTemplateRoute)
  const navigate = useNavigate()
  const { search } = useLocation()
  const asked = toIndex(rest, form.pages.length)
  // Pages are open as far as the answers before them are there. Whoever begins with the first one need not wait for that.
  const [last, setLast] = useState(() => (asked === 0 ? 0 : firstIncomplete(form)))
  const at = Math.min(asked, last)
  const base = toTemplate({ namespace, templateName })
  const go = (to: number, replace: boolean) => void navigate(`${base}${toPath(to, form.pages.length)}${search}`, { replace })
  const correct = useEffectEvent(() => at !== asked && go(at, true))
  useEffect(() => void correct(), [asked, at])
  return {
    at,
    move(to: number) {
      setLast(Math.max(last, to))
      go(to, false)
    },
  }
}

function toIndex(rest: string, pages: number): number {
  if (rest === 'review') return pages
  const number = /^\d+$/.test(rest) ? Number(rest) - 1 : 0
  return Math.max(0, Math.min(number, pages))
}

function toPath(at: number, pages: number): string {
  return at === 0 && pages > 0 ? '' : at >= pages ? '/review' : `/${at + 1}`
}

function firstIncomplete(form: FormState): number {
  const found = form.pages.findIndex((page, at) => !form.isComplete(at) || holdsSecret(page))
  return found === -1 ? form.pages.length : found
}

/** Secrets are not kept, so a page with one is gone through again. */
function holdsSecret({ uiSchema, schema }: FormPage): boolean {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {}
  return Object.entries(uiSchema).some(([name, ui]) => {
    const options = isRecord(ui) && isRecord(ui['ui:options']) ? ui['ui:options'] : {}
    return isSecret(ui, properties[name]) || requestedCredentials(options) !== undefined
  })
}
