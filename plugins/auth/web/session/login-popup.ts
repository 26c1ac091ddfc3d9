import { configAt } from '@portico/core/common'
import type { PopupHost } from '@portico/core/web'
import { loginFailed, popupClosed, popupForOtherOrigin, popupRejected } from './login-errors.ts'

export interface PopupOptions {
  readonly url: string
  /** The name of the window: a second login at the same provider uses the same one. */
  readonly name: string
  /** The origin that may post the outcome. */
  readonly origin: string
  readonly width?: number
  readonly height?: number
  readonly host: PopupHost
}

const closedCheckMs = 100

/** Logs the user in in a popup. Settles with what the popup posts, to this page and from that origin only. */
export function openLoginPopup({ url, name, origin, width = 500, height = 700, host }: PopupOptions): Promise<unknown> {
  const left = Math.max(host.screenX + (host.outerWidth - width) / 2, 0)
  const top = Math.max(host.screenY + (host.outerHeight - height) / 2, 0)
  const position = `width=${width},height=${height},top=${Math.round(top)},left=${Math.round(left)}`
  // Opened before anything is awaited: browsers allow it only during the user gesture.
  const popup = host.open(url, name, `menubar=no,location=no,resizable=no,scrollbars=no,status=no,${position}`)
  if (!popup || popup.closed) return Promise.reject(popupRejected())

  return new Promise((resolve, reject) => {
    let targetOrigin: string | undefined

    function listener(event: MessageEvent): void {
      // Any window can post anything: only messages of this one count, and only while it shows a page of the auth server.
      if (event.source !== popup || event.origin !== origin) return
      const type = configAt(event.data, ['type'])
      if (type === 'config_info') targetOrigin = textAt(event.data, 'targetOrigin')
      if (type !== 'authorization_response') return
      finish()
      const error = configAt(event.data, ['error'])
      if (error === undefined || error === null) resolve(configAt(event.data, ['response']))
      else reject(loginFailed({ ...named('name', textAt(error, 'name')), ...named('message', textAt(error, 'message')) }))
    }

    function look(): void {
      if (!popup?.closed) return
      finish()
      const elsewhere = targetOrigin !== undefined && targetOrigin !== host.location.origin
      reject(elsewhere ? popupForOtherOrigin(targetOrigin!) : popupClosed())
    }

    function finish(): void {
      host.removeEventListener('message', listener)
      clearInterval(timer)
    }

    host.addEventListener('message', listener)
    const timer = setInterval(look, closedCheckMs)
  })
}

function textAt(value: unknown, key: string): string | undefined {
  const found = configAt(value, [key])
  return typeof found === 'string' ? found : undefined
}

function named<K extends string>(key: K, value: string | undefined): { [N in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [N in K]?: string }
}
