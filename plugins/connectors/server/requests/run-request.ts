import type { ConnectorRequest } from '../documents/document.ts'
import type { Expressions } from '../expressions/expressions.ts'
import type { AnswerText, BuiltRequest, Scope } from '../expressions/messages.ts'
import { answersOverLimit } from '../errors.ts'
import { toList } from './lists.ts'
import type { Sender, SendOptions, Validators } from './sender.ts'
import type { Target } from '../targets/targets.ts'

/** What a request gave. */
export type RequestResult =
  /** `when` does not hold, or a value is missing. */
  | { readonly kind: 'left-out'; readonly reason: string }
  /** The tool says that there is nothing. */
  | { readonly kind: 'none' }
  /** It is as it was. */
  | { readonly kind: 'same' }
  | {
      readonly kind: 'answer'
      readonly answers: readonly (readonly AnswerText[])[]
      readonly isEach: boolean
      readonly validators: Validators | undefined
    }

interface Dependencies {
  readonly expressions: Pick<Expressions, 'build' | 'next' | 'evaluate'>
  readonly sender: Sender
  /** Of one answer. */
  readonly maxBytes: () => number
}

export interface RunOptions extends SendOptions {
  readonly target: Target
  readonly request: ConnectorRequest
  readonly scope: Scope
  readonly validators?: Validators | undefined
}

const maxEach = 10
/** How many answers as large as one may be, all pages and items of a request may have together. */
const maxTogether = 4

/** Builds a request and asks for all its pages. */
export function createRequestRunner({ expressions, sender, maxBytes }: Dependencies) {
  async function pagesOf(
    built: BuiltRequest,
    { target, request, scope, validators, ...options }: RunOptions,
    onBytes: (bytes: number) => void,
  ) {
    const pages: AnswerText[] = []
    const seen = new Set<string>()
    let found: Validators | undefined
    let next: { readonly address: string } | { readonly cursor: string } | undefined
    for (let page = 0; page < (request.paging?.max ?? 1); page += 1) {
      const query =
        next && 'cursor' in next
          ? [...built.query.filter(([name]) => name !== request.paging?.as), [request.paging?.as ?? '', next.cursor] as const]
          : built.query
      const conditions = page === 0 && !request.paging ? conditionsOf(validators) : undefined
      const answer = await sender.send(target, {
        ...options,
        name: request.name,
        method: request.method,
        ...built,
        query,
        conditions,
        address: next && 'address' in next ? next.address : undefined,
        none: request.none ?? [],
      })
      if (answer.kind !== 'answer') return page === 0 ? answer : { kind: 'answer' as const, pages, validators: found }
      if (page === 0) found = answer.validators
      onBytes(Buffer.byteLength(answer.text))
      pages.push({ text: answer.text, type: answer.type })
      if (!request.paging) break
      const to =
        request.paging.next === 'link'
          ? answer.link
          : await expressions.next(target.connector, request.paging.next, pages.at(-1)!, request.accept, scope)
      // A page that comes again would come for ever.
      if ((typeof to !== 'string' && typeof to !== 'number') || to === '' || seen.has(String(to))) break
      seen.add(String(to))
      next = request.paging.as === undefined ? { address: String(to) } : { cursor: String(to) }
    }
    return { kind: 'answer' as const, pages, validators: found }
  }

  return {
    async run(options: RunOptions): Promise<RequestResult> {
      const { request, target, scope } = options
      const { path, query, headers, body, when, each } = request
      const parts = { path, query, headers, body }
      let left = maxTogether * maxBytes()
      const onBytes = (bytes: number) => {
        left -= bytes
        if (left < 0) throw answersOverLimit(request.name, maxTogether)
      }
      if (each === undefined) {
        const built = await expressions.build(target.connector, { parts, when, scope })
        if ('leftOut' in built) return { kind: 'left-out', reason: built.leftOut }
        const found = await pagesOf(built.request, options, onBytes)
        return found.kind === 'answer' ? { kind: 'answer', answers: [found.pages], isEach: false, validators: found.validators } : found
      }
      const first = await expressions.build(target.connector, { parts: { path: '' }, when, scope })
      if ('leftOut' in first) return { kind: 'left-out', reason: first.leftOut }
      const [list] = await expressions.evaluate(target.connector, each, [scope])
      const items = toList(list).slice(0, maxEach)
      const answers: (readonly AnswerText[])[] = []
      for (const item of items) {
        const own = { ...scope, item }
        const built = await expressions.build(target.connector, { parts, when: undefined, scope: own })
        if ('leftOut' in built) continue
        const found = await pagesOf(built.request, { ...options, scope: own, validators: undefined }, onBytes)
        if (found.kind === 'answer') answers.push(found.pages)
      }
      if (items.length === 0) return { kind: 'left-out', reason: "'each' gives nothing" }
      return answers.length === 0 ? { kind: 'none' } : { kind: 'answer', answers, isEach: true, validators: undefined }
    },
  }
}

export type RequestRunner = ReturnType<typeof createRequestRunner>

function conditionsOf({ etag, modified }: Validators = {}): Record<string, string> | undefined {
  if (etag !== undefined) return { 'if-none-match': etag }
  return modified === undefined ? undefined : { 'if-modified-since': modified }
}
