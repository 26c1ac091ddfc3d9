import { createRedactor } from '@portico/core/server'
import { secretsOf, type Target } from '../targets/targets.ts'

const redacted = '[redacted]'
const secretNames = /token|secret|password|passwd|api[-_]?key|apikey|^key$|signature|^sig$|credential|authorization|cookie|session/i
const secretHeaders = /authorization|cookie|token|secret|key|auth/i

/** Takes what must not be seen out of addresses, headers and messages of a target. */
export function createRedaction(target: Target) {
  const redactor = createRedactor()
  redactor.add(secretsOf(target))
  const text = (given: string): string => redactor.redact(given)

  return {
    text,
    /** One that is known only now. */
    add: (secret: string): void => redactor.add([secret]),
    url(given: URL | string): string {
      const url = new URL(given)
      url.username = ''
      url.password = ''
      for (const name of new Set(url.searchParams.keys())) if (secretNames.test(name)) url.searchParams.set(name, redacted)
      return text(url.href)
    },
    headers(given: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
      return Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, secretHeaders.test(name) ? redacted : text(String(value)).slice(0, 500)]],
        ),
      )
    },
  }
}
