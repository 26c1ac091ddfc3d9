import { redirectFlowSection } from '@portico/auth/common'
import { discoveryApiRef, useApi, useConfig } from '@portico/core/web'
import { useText } from '@portico/ui'
import { authMessages } from '../messages.ts'

/** What may be wrong with a window that does not come to an end: the provider's error page in it cannot tell the portal. */
export function PopupHelp({ provider }: { readonly provider: string }) {
  const text = useText()
  const address = `${useApi(discoveryApiRef).baseUrl('auth')}/${provider}/handler/frame`
  if (useConfig(redirectFlowSection)) return undefined
  return (
    <>
      {text(authMessages.popupHelp)} <code>{address}</code>
    </>
  )
}
