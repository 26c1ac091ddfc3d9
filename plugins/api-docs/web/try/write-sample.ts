import type { BuiltRequest } from '@portico/api-docs/common'
import { goNative } from '@scalar/snippetz/plugins/go/native'
import { javaNethttp } from '@scalar/snippetz/plugins/java/nethttp'
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import type { SampleLanguage } from './sample-languages.ts'

const writers = { curl: shellCurl, fetch: jsFetch, python: pythonRequests, go: goNative, java: javaNethttp }

/** A request as code. */
export function writeSample(language: SampleLanguage, request: BuiltRequest): string {
  const url = new URL(request.url)
  const { body } = request
  // The library quotes the address for a shell only if it gets the query by itself.
  const address =
    language === 'curl'
      ? { url: forShell(`${url.origin}${url.pathname}`), queryString: [...url.searchParams].map(([name, value]) => ({ name, value })) }
      : { url: url.href.replaceAll("'", '%27') }
  const headers = request.headers
    // What writes a form sets its own boundary.
    .filter(([name]) => !(body?.type.startsWith('multipart/') && name === 'Content-Type'))
    .map(([name, value]) => ({ name, value }))
  const type = body?.type.split(';', 1)[0]?.trim() ?? ''
  const params = body?.fields?.map(([name, value]) => ({ name, value }))
  const postData = body && { postData: { mimeType: type, ...(params ? { params } : { params: [], text: body.text }) } }
  const har = { method: request.method, ...address, headers, cookies: [], httpVersion: 'HTTP/1.1', headersSize: -1, bodySize: -1 }
  return writers[language].generate({ queryString: [], ...har, ...postData } as never)
}

/** Signs that mean something to a shell, which servers understand encoded, too. */
function forShell(url: string): string {
  return url.replaceAll(/[;&()'!*`"]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}
