import type { PluginClient, Principal } from '@portico/core/server'
import type { Client } from '@portico/core/common'
import { callerRestricted } from '../../errors.ts'

/** A program whose token is limited must not get the rights of the portal through a template, and nobody gets them. */
export function refuseRestricted(caller: Principal): void {
  if (caller.type === 'none' || (caller.type === 'service' && caller.restrictions !== undefined)) throw callerRestricted()
}

/** Calls other plugins as the user whose task it is; for a program without limits, as the portal. */
export function clientFor(client: PluginClient, caller: Principal): Pick<Client<Response, NonNullable<RequestInit['body']>>, 'call'> {
  refuseRestricted(caller)
  return caller.type === 'user' ? client.onBehalfOf(caller) : client
}
