import { errorApiRef } from '../alerts/errors.ts'
import type { ApiRef } from '../apis/api-ref.ts'
import { discoveryApiRef } from '../discovery.ts'
import { fetchApiRef } from '../fetch.ts'

/** Whether the page was only served because the browser has the cookie of a signed-in user. */
export function isProtected(page: Document): boolean {
  return page.querySelector<HTMLMetaElement>('meta[name="backstage-app-mode"]')?.content === 'protected'
}

const required: readonly ApiRef<unknown>[] = [discoveryApiRef, fetchApiRef, errorApiRef]

/** The cookie of a protected app is kept fresh by these; without one the user would be signed out while working. */
export function checkProtectedApis(apis: { readonly has: (ref: ApiRef<unknown>) => boolean }): void {
  if (!required.every(apis.has)) throw new Error('App is running in protected mode but missing required APIs')
}

interface Submission {
  readonly token: string
  readonly page: Document
  readonly tabStorage: Storage
  readonly now?: () => number
}

const key = 'portico.entering'
const againMs = 10_000

/** After signing out the next sign-in is no repetition of the last. */
export function forgetEntering(tabStorage: Storage): void {
  tabStorage.removeItem(key)
}

/** Requests the app itself from the server, by a form, because only a page load can replace the app. False when it has just refused. */
export function enterProtectedApp({ token, page, tabStorage, now = Date.now }: Submission): boolean {
  const last = Number(tabStorage.getItem(key) ?? Number.NaN)
  if (now() - last < againMs) return false
  tabStorage.setItem(key, String(now()))
  const form = page.createElement('form')
  form.method = 'POST'
  form.action = page.location.href
  form.hidden = true
  for (const [name, value] of Object.entries({ type: 'sign-in', token })) {
    const field = page.createElement('input')
    field.name = name
    field.value = value
    form.append(field)
  }
  page.body.append(form)
  form.submit()
  return true
}
