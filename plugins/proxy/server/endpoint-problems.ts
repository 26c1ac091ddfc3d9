import type { EndpointSettings } from './endpoint-settings.ts'

export const credentialModes = ['require', 'forward', 'dangerously-allow-unauthenticated'] as const
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Why an endpoint cannot be used. */
export function problemsOf(path: string, settings: EndpointSettings): string[] {
  const { target, credentials, allowedMethods = [], pathRewrite = {}, headers, allowedHeaders } = settings
  const problems: string[] = []
  if (path === '/') problems.push('the path of an endpoint must not be empty')
  const url = URL.canParse(target) ? new URL(target) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') problems.push(`the target '${target}' is not an http: or https: URL`)
  else if (url.username || url.password) problems.push('the target must not hold a user name or password: use headers')
  if (!credentialModes.some(mode => mode === credentials))
    problems.push(`credentials must be one of ${credentialModes.join(', ')}, not '${credentials}'`)
  for (const method of allowedMethods)
    if (!methods.some(known => known === method.toUpperCase())) problems.push(`'${method}' in allowedMethods is not a method`)
  for (const pattern of Object.keys(pathRewrite)) if (!isPattern(pattern)) problems.push(`'${pattern}' in pathRewrite is not a pattern`)
  for (const name of [...Object.keys(headers), ...allowedHeaders]) if (!isHeaderName(name)) problems.push(`'${name}' is not a header name`)
  // Neither is shown: a value is a secret.
  for (const [name, value] of Object.entries(headers))
    if (!isHeaderValue(value)) problems.push(`the value of the header '${name}' is invalid`)
  return problems
}

function isPattern(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}

function isHeaderName(name: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value)
}
