import { anonymous, type Audit, type RequestMetadata } from '@portico/core/server'

/** Equal refusals within this time are collapsed into one audit event: anonymous callers can cause them at will. */
export const repeatWindowMs = 3_600_000

/** Records a refused sign-in. */
export async function recordRefusedSignIn(
  audit: Audit,
  {
    subject,
    details,
    request,
  }: { readonly subject?: string; readonly details: Readonly<Record<string, unknown>>; readonly request: RequestMetadata },
): Promise<void> {
  await audit.record({
    caller: anonymous,
    action: 'auth.session.create',
    ...(subject !== undefined && { subject }),
    result: 'denied',
    details,
    requestId: request.id,
    collapseMs: repeatWindowMs,
  })
}
