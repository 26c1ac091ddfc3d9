import { bytes, type Answer } from '@portico/core/server'
import { createHash } from 'node:crypto'

/** The message of the popup to the page that opened it. */
export type PopupMessage =
  | { readonly type: 'authorization_response'; readonly response: unknown }
  | { readonly type: 'authorization_response'; readonly error: { readonly name: string; readonly message: string } }

/**
 * The headers of every page a popup visits here. A popup comes from the identity provider's pages, which have no opener policy;
 * with the portal's default one the browser would sever the popup from its opener.
 */
export const popupHeaders = { 'cross-origin-opener-policy': 'unsafe-none' }

/** Script that hands the outcome to the page that opened the popup, to that origin only. */
export function tellOpener(message: PopupMessage, appOrigin: string): string {
  // Nothing of this can end the text or the script: what is not a letter or digit is written with a percent sign.
  const written = (value: unknown) => encodeURIComponent(JSON.stringify(value)).replaceAll("'", '%27')
  return `
  function read(text) { return JSON.parse(decodeURIComponent(text)) }
  var message = read('${written(message)}')
  var appOrigin = read('${written(appOrigin)}')
  var opener = window.opener || window.parent
  opener.postMessage({ type: 'config_info', targetOrigin: appOrigin }, '*')
  opener.postMessage(message, appOrigin)
`
}

/** The last page of a popup: hands the outcome to the page that opened it and closes itself. */
export function popupPage(message: PopupMessage, appOrigin: string): Answer {
  const script = `
(function () {
${tellOpener(message, appOrigin)}
  setTimeout(function () { window.close() }, 100)
})()
`
  const hash = createHash('sha256').update(script).digest('base64')
  const text = 'error' in message ? 'Signing in failed. You can close this window.' : 'You are signed in. You can close this window.'
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title></head><body><p>${text}</p><script>${script}</script></body></html>`
  return bytes(page, {
    headers: {
      ...popupHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `script-src 'sha256-${hash}'`,
      'x-frame-options': 'sameorigin',
    },
  })
}
