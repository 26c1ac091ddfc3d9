import type { AppError } from '@portico/core/common'
import { bytes, type Answer } from '@portico/core/server'
import { createHash } from 'node:crypto'
import { failureAdvice } from './failure-advice.ts'
import { popupHeaders, tellOpener } from './popup-page.ts'

/** A sign-in that ended before the person could do anything about it. */
export interface SignInFailure {
  readonly error: AppError
  /** What people call the provider. */
  readonly title: string
  /** Where an administrator has to look. */
  readonly configKey: string
  /** The log knows the cause under this id. */
  readonly requestId: string
  /** The address at which the sign-in begins again; undefined where that cannot help. */
  readonly retry: string | undefined
  /** The page to go back to, in the redirect flow; otherwise the page that opened the popup is told, at this origin only. */
  readonly back: { readonly url: string } | { readonly appOrigin: string }
  readonly status: number
}

const style = `
:root { color-scheme: light dark }
body { margin: 0; padding: 24px; max-width: 560px; font: 14px/20px system-ui, sans-serif; color: #1c2024; background: #fff; overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 28px }
h2 { margin: 24px 0 4px; font-size: 14px }
p { margin: 0 0 8px }
dl { margin: 0 }
dt { margin-top: 8px; color: #60646c }
dd { margin: 0 }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 24px }
a, button { padding: 6px 12px; border: 1px solid #8b8d98; border-radius: 6px; font: inherit; color: inherit; background: none; text-decoration: none; cursor: pointer }
@media (prefers-color-scheme: dark) {
  body { color: #edeef0; background: #111113 }
  dt { color: #b0b4ba }
}
`

/**
 * The page of a sign-in that failed because of the provider, the config or the portal. It stays until it is closed: then, and only then,
 * the page that opened it is told, so that people read one message after another and a second try is still waited for.
 */
export function failurePage(failure: SignInFailure): Answer {
  const { error, title, configKey, requestId, retry, back, status } = failure
  const { forUsers, cause } = failureAdvice(error, configKey)
  const script = 'url' in back ? '' : popupScript(error, back.appOrigin)
  const buttons = [
    retry === undefined ? '' : `<a id="retry" href="${escaped(retry)}">Try again</a>`,
    'url' in back ? `<a href="${escaped(back.url)}">Back to the portal</a>` : '<button id="close" type="button">Close</button>',
  ]
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Signing in failed</title><style>${style}</style></head><body><main>
<h1>Signing in with ${escaped(title)} failed</h1>
<p role="alert">${escaped(error.message)}</p>
<p>${escaped(forUsers)} Name the id <code>${escaped(requestId)}</code>.</p>
<h2>For administrators</h2>
<dl><dt>Cause</dt><dd>${escaped(cause)}</dd><dt>Config</dt><dd><code>${escaped(configKey)}</code></dd><dt>Log</dt><dd>requestId <code>${escaped(requestId)}</code></dd></dl>
<nav aria-label="What to do">${buttons.join('')}</nav>
</main>${script === '' ? '' : `<script>${script}</script>`}</body></html>`
  const scripts = script === '' ? '' : `; script-src 'sha256-${hashOf(script)}'`
  return bytes(page, {
    status,
    headers: {
      ...popupHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-${hashOf(style)}'${scripts}`,
      'x-frame-options': 'sameorigin',
    },
  })
}

/** Whoever closes the window, by its button or otherwise, ends the sign-in; whoever tries again does not. */
function popupScript({ name, message }: AppError, appOrigin: string): string {
  return `
(function () {
  var done = false
  function tell() {
    if (done) return
    done = true
    ${tellOpener({ type: 'authorization_response', error: { name, message } }, appOrigin)}
  }
  var retry = document.getElementById('retry')
  if (retry) retry.addEventListener('click', function () { done = true })
  document.getElementById('close').addEventListener('click', function () {
    tell()
    setTimeout(function () { window.close() }, 100)
  })
  window.addEventListener('pagehide', tell)
})()
`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
