import { createTraceState, isSpanContextValid, type SpanContext } from '@opentelemetry/api'
import type { IncomingHttpHeaders } from 'node:http'

const traceParent = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/
const maxTraceStateLength = 512

/** The caller's span in the format of W3C Trace Context; undefined when it is absent or invalid. */
export function fromTraceHeaders(headers: IncomingHttpHeaders): SpanContext | undefined {
  const { traceparent, tracestate } = headers
  const match = typeof traceparent === 'string' ? traceParent.exec(traceparent.trim()) : undefined
  // Later versions may have more fields than ours; version 00 may not.
  if (!match || (match[1] === '00' && match[5] !== undefined)) return undefined
  const state = Array.isArray(tracestate) ? tracestate.join(',') : tracestate
  return {
    traceId: match[2]!,
    spanId: match[3]!,
    traceFlags: Number.parseInt(match[4]!, 16) & 1,
    isRemote: true,
    ...(typeof state === 'string' && state.length <= maxTraceStateLength && { traceState: createTraceState(state) }),
  }
}

/** The headers that propagate the current span. */
export function toTraceHeaders(span: SpanContext | undefined): Record<string, string> {
  if (!span || !isSpanContextValid(span)) return {}
  const state = span.traceState?.serialize()
  const flags = (span.traceFlags & 1).toString().padStart(2, '0')
  return { traceparent: `00-${span.traceId}-${span.spanId}-${flags}`, ...(state && { tracestate: state }) }
}
