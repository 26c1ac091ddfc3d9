// The few globals that browsers, Node and workers share: all that the common layers may count on.
declare class URLSearchParams {
  constructor(init?: string | Record<string, string> | Iterable<[string, string]>)
  append(name: string, value: string): void
  get(name: string): string | null
  getAll(name: string): string[]
  has(name: string): boolean
  set(name: string, value: string): void
  delete(name: string): void
  toString(): string
  [Symbol.iterator](): IterableIterator<[string, string]>
}
declare class URL {
  constructor(url: string, base?: string | URL)
  static canParse(url: string, base?: string): boolean
  readonly href: string
  readonly origin: string
  readonly searchParams: URLSearchParams
  protocol: string
  host: string
  hostname: string
  port: string
  pathname: string
  search: string
  hash: string
  username: string
  password: string
  toString(): string
}
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
}
declare class TextDecoder {
  constructor(label?: string)
  decode(input?: Uint8Array, options?: { stream?: boolean }): string
}
declare function structuredClone<T>(value: T): T
declare function atob(data: string): string
declare function btoa(data: string): string
