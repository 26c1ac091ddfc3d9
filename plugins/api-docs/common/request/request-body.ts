/** A body that a reader has typed. Those of forms are typed as a JSON object, or as `a=1&b=2`. */
export interface TypedBody {
  /** `application/json`. */
  readonly type: string
  readonly text: string
}

/** A body as it is sent. */
export interface RequestBody {
  /** The value of the content type, with the boundary of a multipart body. */
  readonly type: string
  readonly text: string
  /** Of a form. */
  readonly fields?: readonly (readonly [name: string, value: string])[]
}

export function isJsonType(type: string): boolean {
  return /^[^;]*[/+]json\b/i.test(type)
}

export function isFormType(type: string): boolean {
  return /^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)
}

export function toRequestBody({ type, text }: TypedBody): RequestBody {
  const isMultipart = type.toLowerCase().startsWith('multipart/')
  const fields = isFormType(type) ? toFields(text) : undefined
  if (!fields) return isFormType(type) && !isMultipart ? { type, text, fields: [...new URLSearchParams(text)] } : { type, text }
  if (!isMultipart) return { type, text: new URLSearchParams(fields).toString(), fields }
  const boundary = freeBoundary(text)
  const parts = fields.map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`)
  return { type: `${type}; boundary=${boundary}`, text: `${parts.join('')}--${boundary}--\r\n`, fields }
}

/** Undefined where it is no JSON object: then the text is sent as it is. */
function toFields(text: string): [string, string][] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).flatMap(([name, each]): [string, string][] =>
    (Array.isArray(each) ? each : [each]).map(single => [name, typeof single === 'string' ? single : JSON.stringify(single)]),
  )
}

function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function freeBoundary(text: string): string {
  let number = 1
  while (text.includes(`portico-part-${number}`)) number += 1
  return `portico-part-${number}`
}
