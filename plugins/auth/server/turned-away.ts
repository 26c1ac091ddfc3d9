import { nobody, type Audit, type RequestFacts } from '@portico/core/server'

/** Refusals that are alike become one entry of the audit trail in this time: anybody can cause them, as often as they like. */
export const repeatWindowMs = 3_600_000

/** Records that somebody was not let in. */
export async function recordTurnedAway(
  audit: Audit,
  {
    subject,
    details,
    request,
  }: { readonly subject?: string; readonly details: Readonly<Record<string, unknown>>; readonly request: RequestFacts },
): Promise<void> {
  await audit.record({
    caller: nobody,
    action: 'auth.session.create',
    ...(subject !== undefined && { subject }),
    result: 'denied',
    details,
    requestId: request.id,
    collapseMs: repeatWindowMs,
  })
}
